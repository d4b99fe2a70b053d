import { expect, test } from '@jest/globals';
import type { Principal } from '#chassis/context.ts';
import { requireAccess } from '../../../../../services/notification/webhooks/access.ts';

const actions = ['read', 'create', 'update', 'move', 'delete'] as const;
const user = (role: Principal['role']): Principal => ({ kind: 'user', id: 'u', orgId: 'o', role });
const key = (...scopes: string[]): Principal => ({ kind: 'key', id: 'k', orgId: 'o', role: 'staff', scopes });

test.each([
  { who: 'an admin', principal: user('admin'), may: [...actions] },
  { who: 'staff', principal: user('staff'), may: [] },
  { who: 'a client', principal: user('client'), may: [] },
  { who: 'a key for everything', principal: key('*:*', 'write:*', 'read:*'), may: [] },
  { who: 'a key for all of webhooks', principal: key('*:webhooks'), may: [...actions] },
  { who: 'a writing key', principal: key('write:webhooks'), may: ['create', 'update', 'move'] },
  { who: 'a reading key', principal: key('read:webhooks'), may: ['read'] },
  { who: 'a deleting key', principal: key('delete:webhooks', 'write:clients'), may: ['delete'] },
])('$who may $may', ({ principal, may }) => {
  const allowed = actions.filter((action) => {
    try {
      requireAccess(principal, action);
      return true;
    } catch {
      return false;
    }
  });
  expect(allowed).toEqual(may);
});

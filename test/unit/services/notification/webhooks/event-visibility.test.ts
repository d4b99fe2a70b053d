import { expect, test } from '@jest/globals';
import type { Principal } from '#chassis/rpc/context.ts';
import { eventTypes } from '#proto/common/v1/events.contract.ts';
import { scopeResources } from '#proto/identity/v1/contract.ts';
import { mayRead, readableTypes } from '../../../../../services/notification/webhooks/event-visibility.ts';

const key = (...scopes: string[]): Principal => ({ kind: 'key', id: 'k', orgId: 'o', role: 'staff', scopes });
const resourceOf = (type: string) => type.slice(0, type.indexOf('.'));

test('keys with every scope read the events of everything but users, orgs and keys', () => {
  const all = key('*:*', '*:webhooks', '*:events');
  const hidden = eventTypes.filter((type) => !mayRead(all, type)).map(resourceOf);
  expect([...new Set(hidden)].sort()).toEqual(['api_key', 'org', 'user']);
});

// Reports are read from the records of other resources, and have no events.
test.each(scopeResources.filter((resource) => !['*', 'events', 'reports'].includes(resource)))(
  'the scope read:%s opens the events of one resource',
  (resource) => {
    const opened = new Set(readableTypes(key(`read:${resource}`))?.map(resourceOf));
    expect([...opened]).toEqual([resource === 'bom' ? 'bom' : resource.replace(/s$/, '').replace(/rate$/, 'rates')]);
  },
);

test('users are shown everything', () => {
  expect(readableTypes({ kind: 'user', id: 'u', orgId: 'o', role: 'admin' })).toBeUndefined();
});

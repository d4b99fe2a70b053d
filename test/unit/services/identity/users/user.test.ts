import { expect, test } from '@jest/globals';
import { OrgUser } from '../../../../../proto/identity/v1/contract.ts';
import { canonicalEmail, createUser } from '../../../../../services/identity/users/user.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const ids = ['u1', 'm1'];
const input = {
  email: ' Ada@Example.COM ',
  passwordHash: '$argon2id$secret',
  orgId: 'o1',
  role: 'admin' as const,
  clientId: null,
};

test('a created user has a place in its org, and the event says so in the public form, without the password', () => {
  let next = 0;
  const { user, membership, event } = createUser(input, now, () => ids[next++] ?? '');
  expect(user).toMatchObject({ id: 'u1', email: 'ada@example.com', passwordHash: '$argon2id$secret' });
  expect(membership).toMatchObject({ id: 'm1', userId: 'u1', orgId: 'o1', role: 'admin', isActive: true, revision: 1 });
  expect(event).toMatchObject({ type: 'user.created', orgId: 'o1', recordId: 'u1', sequence: 1 });
  expect(OrgUser.parse(event.data)).toMatchObject({
    id: 'u1',
    org_id: 'o1',
    email: 'ada@example.com',
    role: 'admin',
  });
  expect(JSON.stringify(event)).not.toContain('argon2');
});

test.each([
  ['A@B.example', 'a@b.example'],
  [' a@b.example\n', 'a@b.example'],
  ['jose\u0301@b.example', 'jos\u00e9@b.example'],
])('%j is spelled %j', (sent, canonical) => {
  expect(canonicalEmail(sent)).toBe(canonical);
});

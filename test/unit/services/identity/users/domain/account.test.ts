import { expect, test } from '@jest/globals';
import { User as UserView } from '#proto/identity/v1/contract.ts';
import { accountFrom, accountWithin } from '../../../../../../services/identity/users/domain/account.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const times = { createdAt: now, updatedAt: now };
const user = {
  id: 'u1',
  email: 'a@example.com',
  passwordHash: 'hash',
  passwordSetBy: null,
  formerMemberships: [],
  ...times,
};
const common = {
  userId: 'u1',
  email: user.email,
  name: 'Ada',
  isActive: true,
  emailUnverified: false,
  accepted: true,
  revision: 1,
  ...times,
};
const memberships = [
  {
    ...common,
    id: 'm1',
    orgId: 'o1',
    orgName: 'Mill',
    role: 'client' as const,
    clientId: 'c1',
    metadata: { theme: 'dark' },
  },
  { ...common, id: 'm2', orgId: 'o2', orgName: 'Shop', role: 'admin' as const, clientId: null, metadata: {} },
];

test('an account shows the role of the org it is seen from, and every org', () => {
  const view = accountFrom({ user, memberships }, 'o1');
  expect(UserView.parse(view)).toEqual({
    id: 'u1',
    email: 'a@example.com',
    role: 'client',
    org_id: 'o1',
    client_id: 'c1',
    orgs: [
      { id: 'o1', name: 'Mill', role: 'client', client_id: 'c1' },
      { id: 'o2', name: 'Shop', role: 'admin', client_id: null },
    ],
    user_metadata: '{"theme":"dark"}',
    name: 'Ada',
  });
});

test('an admin sees of its users no other org', () => {
  expect(accountWithin({ user, memberships }, 'o2')?.orgs.map(({ id }) => id)).toEqual(['o2']);
});

test('an account is not there in an org where it has no active place', () => {
  expect(accountFrom({ user, memberships }, 'o3')).toBeUndefined();
  expect(accountWithin({ user, memberships: [] }, 'o1')).toBeUndefined();
});

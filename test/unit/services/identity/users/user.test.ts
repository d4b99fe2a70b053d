import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { OrgUser } from '../../../../../proto/identity/v1/contract.ts';
import {
  canonicalEmail,
  createUser,
  endsSessions,
  inviteUser,
  isWorkingAdmin,
  type Membership,
  proveOwner,
  removeUser,
  type UserChanges,
  updateUser,
} from '../../../../../services/identity/users/user.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = new Date('2026-03-02T12:00:00.000Z');
const input = {
  email: ' Ada@Example.COM ',
  passwordHash: '$argon2id$secret',
  orgId: 'o1',
  role: 'staff' as const,
  clientId: null,
};
const newId = () => {
  let next = 0;
  return () => ['u1', 'm1', 'x1'][next++] ?? '';
};
const aMember = (fields: Partial<Parameters<typeof createUser>[0]> = {}) =>
  createUser({ ...input, ...fields }, now, newId());
const change = (changes: UserChanges, before = aMember(), isSoleOrg = true) =>
  updateUser(before, { changes, by: 'admin-1', isSoleOrg, now: later });

test('a created user has a place in its org, and the event says so in the public form, without the password', () => {
  const { user, membership, event } = aMember();
  expect(user).toMatchObject({ id: 'u1', email: 'ada@example.com', passwordHash: '$argon2id$secret', vouchedBy: null });
  expect(membership).toMatchObject({ id: 'm1', userId: 'u1', orgId: 'o1', role: 'staff', isActive: true, revision: 1 });
  expect(event).toMatchObject({ type: 'user.created', orgId: 'o1', recordId: 'u1', sequence: 1 });
  expect(OrgUser.parse(event.data)).toMatchObject({ id: 'u1', org_id: 'o1', email: 'ada@example.com', role: 'staff' });
  expect(JSON.stringify(event)).not.toContain('argon2');
});

describe('an invitation', () => {
  test.each([
    { who: 'whose owner has proven to be it', hash: 'h', vouchedBy: null, trusted: false, waits: false },
    { who: 'for whom an admin elsewhere has vouched', hash: 'h', vouchedBy: 'a', trusted: false, waits: true },
    { who: 'for whom an admin of this org has vouched', hash: 'h', vouchedBy: 'a', trusted: true, waits: false },
    { who: 'who has no password', hash: null, vouchedBy: null, trusted: true, waits: true },
  ])('of one $who waits for the owner: $waits', ({ hash, vouchedBy, trusted, waits }) => {
    const { user } = aMember({ passwordHash: hash, vouchedBy });
    const invited = inviteUser(user, { orgId: 'o2', role: 'admin', clientId: null, trusted }, later, newId());
    expect(invited.membership).toMatchObject({ orgId: 'o2', userId: user.id, awaitingOwner: waits, revision: 1 });
    expect(invited.user.passwordHash).toBe(hash);
    expect(isWorkingAdmin(invited.membership)).toBe(!waits);
  });

  test('into an org that it has left goes on with the sequence there', () => {
    const left = removeUser(aMember(), later);
    expect(left.event).toMatchObject({ type: 'user.deleted', sequence: 2 });
    const back = inviteUser(left.user, { orgId: 'o1', role: 'staff', clientId: null, trusted: false }, later, newId());
    expect(back.event).toMatchObject({ type: 'user.created', sequence: 3 });
    expect(back.user.formerPlaces).toEqual([]);
  });
});

describe('role and client', () => {
  const bound = () => aMember({ role: 'client', clientId: 'c1' });
  test.each<[string, UserChanges, { role: string; clientId: string | null } | 'refused', ReturnType<typeof aMember>?]>([
    ['staff becomes a client user', { role: 'client', clientId: 'c1' }, { role: 'client', clientId: 'c1' }],
    ['a client user without a client', { role: 'client' }, 'refused'],
    ['staff bound to a client', { clientId: 'c1' }, 'refused'],
    ['staff bound to none', { clientId: null }, { role: 'staff', clientId: null }],
    ['another client', { clientId: 'c2' }, { role: 'client', clientId: 'c2' }, bound()],
    ['no client for a client user', { clientId: null }, 'refused', bound()],
    ['another role gives up the client', { role: 'staff' }, { role: 'staff', clientId: null }, bound()],
    ['also where it is named', { role: 'staff', clientId: 'c1' }, { role: 'staff', clientId: null }, bound()],
    ['another role with a new client', { role: 'staff', clientId: 'c2' }, 'refused', bound()],
  ])('%s', (_what, changes, expected, before = aMember()) => {
    if (expected === 'refused') {
      expect(() => change(changes, before)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
    } else expect(change(changes, before).membership).toMatchObject(expected);
  });
});

describe('email and password', () => {
  test.each<[string, UserChanges]>([
    ['a password', { passwordHash: 'new' }],
    ['an email', { email: 'eve@example.com' }],
  ])('%s by an admin is remembered as his, and refused where the user has another org', (_what, changes) => {
    const changed = change(changes);
    expect(changed.user).toMatchObject({ vouchedBy: 'admin-1' });
    expect(changed.membership.email).toBe(changed.user.email);
    expect(() => change(changes, aMember(), false)).toThrow(
      expect.objectContaining({ code: 'insufficient_permissions' }),
    );
  });

  test('the email that it has is no change', () => {
    const before = aMember();
    const { user, event } = change({ email: 'ADA@example.com' }, before, false);
    expect(user).toBe(before.user);
    expect(event.previous).toEqual({});
  });

  test('a password opens a place that has waited for one', () => {
    expect(change({ passwordHash: 'new' }, aMember({ passwordHash: null })).membership.awaitingOwner).toBe(false);
    expect(change({ role: 'admin' }, aMember({ passwordHash: null })).membership.awaitingOwner).toBe(true);
  });

  test('the owner of the mailbox opens every place that waits, and nobody has vouched for it any more', () => {
    const { user, membership } = aMember({ passwordHash: 'known', vouchedBy: 'a' });
    const waiting: Membership = { ...membership, id: 'm2', orgId: 'o2', awaitingOwner: true };
    const proven = proveOwner(user, [membership, waiting], 'own', later);
    expect(proven.user).toMatchObject({ passwordHash: 'own', vouchedBy: null });
    expect(proven.opened.map((place) => place.membership)).toMatchObject([
      { id: 'm2', awaitingOwner: false, revision: 2 },
    ]);
    expect(proven.opened[0]?.event).toMatchObject({
      type: 'user.updated',
      orgId: 'o2',
      previous: { is_pending: true },
    });
  });
});

test.each<[string, UserChanges, boolean]>([
  ['role', { role: 'admin' }, true],
  ['client', { role: 'client', clientId: 'c1' }, true],
  ['inactive', { isActive: false }, true],
  ['password', { passwordHash: 'new' }, true],
  ['email', { email: 'eve@example.com' }, true],
  ['metadata', { metadata: { a: 1 } }, false],
  ['nothing', {}, false],
])('a change of %s ends sessions: yes or no', (_what, changes, ends) => {
  const before = aMember();
  expect(endsSessions(before, change(changes, before))).toBe(ends);
});

test('becoming active again ends none', () => {
  const before = aMember({ isActive: false });
  expect(endsSessions(before, change({ isActive: true }, before))).toBe(false);
});

test.each([
  ['A@B.example', 'a@b.example'],
  [' a@b.example\n', 'a@b.example'],
  ['jose\u0301@b.example', 'jos\u00e9@b.example'],
])('%j is spelled %j', (sent, canonical) => {
  expect(canonicalEmail(sent)).toBe(canonical);
});

test('whatever a user is changed to, a client user has a client and no other has one', () => {
  const roles = fc.constantFrom('client' as const, 'staff' as const, 'admin' as const);
  const clients = fc.constantFrom('c1', 'c2', null);
  const changes = fc.record({ role: roles, clientId: clients, isActive: fc.boolean() }, { requiredKeys: [] });
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 5 }), (all) => {
      let before = aMember();
      for (const one of all) {
        try {
          before = change(one, before);
        } catch {
          continue;
        }
        const { role, clientId } = before.membership;
        expect(role === 'client').toBe(clientId !== null);
      }
    }),
  );
});

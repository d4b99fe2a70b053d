import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  backToInvitation,
  canonicalEmail,
  createUser,
  endInvitation,
  endsResetLinks,
  invite,
  isTakenOver,
  isUnproven,
  isWorkingAdmin,
  joinOrg,
  ownPassword,
  rightsDiffer,
  type UserChanges,
  updateInvitation,
  updateUser,
} from '../../../../../../services/identity/users/domain/user.ts';

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

describe('an invitation', () => {
  const place = { orgId: 'o2', role: 'admin' as const, clientId: null };
  const invitation = () => invite({ ...place, email: ' Ada@Example.COM ' }, now, newId());

  test('is changed like a place, but for the email and the password', () => {
    const { membership } = invitation();
    expect(updateInvitation(membership, { role: 'staff' }, later).membership).toMatchObject({ role: 'staff' });
    expect(updateInvitation(membership, { email: 'ADA@example.com' }, later).event.previous).toEqual({});
    for (const changes of [{ email: 'eve@example.com' }, { passwordHash: 'h' }]) {
      expect(() => updateInvitation(membership, changes, later)).toThrow(
        expect.objectContaining({ code: 'insufficient_permissions' }),
      );
    }
  });

  test('ends with its acceptance, and a membership of the user begins', () => {
    expect(endInvitation(invitation().membership, later).event).toMatchObject({ type: 'user.deleted', sequence: 2 });
    const joined = joinOrg(aMember().user, place, later, newId());
    expect(joined.membership).toMatchObject({ orgId: 'o2', emailUnverified: false, accepted: true, revision: 1 });
    expect(isWorkingAdmin(joined.membership)).toBe(true);
  });

  test('is what becomes of a place that its owner never agreed to', () => {
    const before = aMember({ passwordSetBy: 'a', role: 'client', clientId: 'c1', metadata: { a: 1 } });
    const back = backToInvitation(before, later, () => 'i1');
    expect(back.gone.event).toMatchObject({ type: 'user.deleted', sequence: 2 });
    expect(back.gone.user.formerMemberships).toEqual([{ orgId: 'o1', revision: 2 }]);
    expect(back.invitation.membership).toMatchObject({
      ...{ orgId: 'o1', email: before.user.email, role: 'client', clientId: 'c1', metadata: { a: 1 } },
      ...{ userId: 'i1', emailUnverified: true, accepted: false },
    });
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
    expect(changed.user).toMatchObject({ passwordSetBy: 'admin-1' });
    expect(changed.membership.email).toBe(changed.user.email);
    expect(() => change(changes, aMember(), false)).toThrow(
      expect.objectContaining({ code: 'insufficient_permissions' }),
    );
  });

  test.each<[string, UserChanges, string | null, string | null]>([
    ['a password', { passwordHash: 'new' }, null, null],
    ['a password that does not undo what another admin has set', { passwordHash: 'new' }, 'admin-2', 'admin-2'],
    ['an email, which is not proven', { email: 'eve@example.com' }, null, 'u1'],
    ['both', { passwordHash: 'new', email: 'eve@example.com' }, 'admin-2', 'u1'],
  ])('of oneself: %s', (_what, changes, passwordSetBy, after) => {
    const { user, membership } = aMember();
    const before = { user: { ...user, id: 'u1', passwordSetBy }, membership };
    const changed = updateUser(before, { changes, by: 'u1', isSoleOrg: true, now: later });
    expect(changed.user.passwordSetBy).toBe(after);
  });

  test('a password by the owner of the mailbox is its own: nobody has vouched for it any more', () => {
    const { user } = aMember({ passwordSetBy: 'a' });
    expect([isUnproven(user), isUnproven({ ...user, passwordHash: null, passwordSetBy: null })]).toEqual([true, true]);
    const own = ownPassword(user, 'own', later);
    expect(own).toMatchObject({ passwordHash: 'own', passwordSetBy: null });
    expect(isUnproven(own)).toBe(false);
  });

  test('a place is accepted where no admin has made it, until the email is another', () => {
    expect(aMember({ passwordSetBy: 'a' }).membership.accepted).toBe(false);
    const own = aMember();
    expect(own.membership.accepted).toBe(true);
    expect(change({ passwordHash: 'new' }, own).membership.accepted).toBe(true);
    expect(change({ email: 'eve@example.com' }, own).membership.accepted).toBe(false);
  });
});

test.each<[string, UserChanges, { everywhere: boolean; here: boolean; links: boolean }]>([
  ['role', { role: 'admin' }, { everywhere: false, here: true, links: false }],
  ['client', { role: 'client', clientId: 'c1' }, { everywhere: false, here: true, links: false }],
  ['inactive', { isActive: false }, { everywhere: false, here: true, links: true }],
  ['password', { passwordHash: 'new' }, { everywhere: true, here: false, links: true }],
  ['email', { email: 'eve@example.com' }, { everywhere: true, here: false, links: true }],
  ['metadata', { metadata: { a: 1 } }, { everywhere: false, here: false, links: false }],
  ['nothing', {}, { everywhere: false, here: false, links: false }],
])('a change of %s: what it is felt in', (_what, changes, felt) => {
  const before = aMember();
  const after = change(changes, before);
  expect({
    everywhere: isTakenOver(before.user, after.user),
    here: rightsDiffer(before.membership, after.membership),
    links: endsResetLinks(before, after),
  }).toEqual(felt);
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

import { beforeAll, expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import { signingKeyHandlers } from '../../../services/identity/signing-keys/handlers.ts';
import { accountHandlers } from '../../../services/identity/users/account-handlers.ts';
import { createUser } from '../../../services/identity/users/domain/user.ts';
import { aCall, now, openIdentity } from './support.ts';

const identity = await openIdentity();
let user: { id: string; orgId: string };
beforeAll(async () => {
  await identity.keys.refresh(now);
  const input = {
    email: 'a@example.com',
    passwordHash: '$argon2id$',
    orgId: newId(),
    role: 'staff',
    clientId: null,
  } as const;
  const created = createUser(input, now, newId);
  const elsewhere = { ...created.membership, id: newId(), orgId: newId(), role: 'admin' } as const;
  await identity.store.transaction(async (session) => {
    await identity.users.insert(created.user, created.membership, session);
    await identity.users.addMembership(created.user, elsewhere, session);
  });
  user = { id: created.user.id, orgId: input.orgId };
});

async function getUser(caller: Partial<Principal>, request: { id: string; org_id: string }) {
  const principal: Principal = { kind: 'user', id: 'someone', orgId: user.orgId, role: 'admin', ...caller };
  const { GetUser } = accountHandlers(identity);
  return GetUser.answer(request, aCall(principal)).catch((error) => error.code);
}

test('a user reads itself, from each of its orgs', async () => {
  const own = await getUser({ id: user.id, role: 'staff' }, { id: user.id, org_id: user.orgId });
  expect(own).toMatchObject({ id: user.id, role: 'staff', org_id: user.orgId });
  expect(own.orgs).toHaveLength(2);
  const other = own.orgs[1].id;
  expect(await getUser({ id: user.id }, { id: user.id, org_id: other })).toMatchObject({
    role: 'admin',
    org_id: other,
  });
});

test("an admin reads the org's users, without their other orgs", async () => {
  const read = await getUser({}, { id: user.id, org_id: user.orgId });
  expect(read).toMatchObject({ id: user.id, email: 'a@example.com', role: 'staff' });
  expect(read.orgs).toHaveLength(1);
  expect(JSON.stringify(read)).not.toContain('argon2');
});

test.each([
  { who: 'an admin of another org', caller: { orgId: 'elsewhere' }, code: 'not_found' },
  { who: 'staff', caller: { role: 'staff' as const }, code: 'insufficient_permissions' },
  { who: 'a key', caller: { kind: 'key' as const }, code: 'insufficient_permissions' },
])('$who gets $code', async ({ caller, code }) => {
  expect(await getUser(caller, { id: user.id, org_id: user.orgId })).toBe(code);
});

test("a key whose id is a user's is not that user", async () => {
  const request = { id: user.id, org_id: user.orgId };
  expect(await getUser({ id: user.id, kind: 'key' }, request)).toBe('insufficient_permissions');
});

test('a user whose account is gone is nobody, and not one who is not found', async () => {
  const id = '000000000000000000000000';
  expect(await getUser({ id, role: 'staff' }, { id, org_id: user.orgId })).toBe('not_authenticated');
});

test('anyone may read the keys that verify tokens, and sees only their public half', async () => {
  const { ListSigningKeys } = signingKeyHandlers(identity.keys);
  const { keys } = await ListSigningKeys.answer({}, aCall());
  expect(keys).toEqual([{ kid: expect.any(String), x: expect.stringMatching(/^[\w-]{43}$/) }]);
  expect(ListSigningKeys.options.anonymous).toBe(true);
});

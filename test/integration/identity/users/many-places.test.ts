import { beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { LoggedIn } from '../../../../services/identity/sessions/login.ts';
import { accountFrom } from '../../../../services/identity/users/domain/account.ts';
import { createUser } from '../../../../services/identity/users/domain/user.ts';
import { aCall, logIn, openIdentity } from '../support.ts';

/** Any admin may invite any user. Here, a malicious admin has made more memberships than a login lists. */
const INVITED = 1_050;
const LISTED = 1_000;
const PASSWORD = 'mill wheels turn slowly';
const email = 'victim@example.com';
const places = Array.from({ length: INVITED }, () => ({ _id: newId(), orgId: newId() }));
const first = { orgId: newId() };
const last = places.at(-1)?.orgId ?? '';

const identity = await openIdentity();
let userId: string;
beforeAll(async () => {
  await identity.keys.refresh(new Date());
  const passwordHash = await identity.passwords.hash(PASSWORD);
  const input = { email, passwordHash, orgId: first.orgId, role: 'staff', clientId: null } as const;
  const { user, membership } = createUser(input, new Date(), newId);
  userId = user.id;
  const oldest = { ...membership, id: '0'.repeat(24) };
  await identity.store.transaction((session) => identity.users.insert(user, oldest, session));
  const { connection } = identity.store;
  const stored = await connection.collection('memberships').findOne({ userId });
  await connection.collection('memberships').insertMany(places.map((place) => ({ ...stored, ...place })) as never);
}, 60_000);

const login = (password = PASSWORD): Promise<LoggedIn> => logIn(identity, email, password, { at: new Date() });
const logged = (orgId: string) => identity.log.list(orgId, { page: 1, limit: 10, sort: '-at' });

test('a login lists the first 1,000 orgs, and its token, which fits a request, names 80', async () => {
  const { access_token, user } = await login();
  expect([user.org_id, user.orgs.length]).toEqual([first.orgId, LISTED]);
  expect(decodeJwt(access_token).orgs).toHaveLength(80);
  expect(access_token.length).toBeLessThan(12 * 1024);
});

test('every place is found by its org, listed or not', async () => {
  for (const orgId of [first.orgId, places[100]?.orgId ?? '', last]) {
    const account = await identity.accounts.findIn(orgId, userId);
    expect(account && accountFrom(account, orgId)).toMatchObject({ id: userId, org_id: orgId, role: 'staff' });
  }
  const nowhere = await identity.accounts.findIn(newId(), userId);
  expect(nowhere && accountFrom(nowhere, newId())).toBeUndefined();
});

test('accounts that are read together are as if each was read alone', async () => {
  const orgId = newId();
  const passwordHash = await identity.passwords.hash(PASSWORD);
  const colleagues = ['ann', 'bob'].map((name) =>
    createUser({ email: `${name}@example.com`, passwordHash, orgId, role: 'staff', clientId: null }, new Date(), newId),
  );
  for (const { user, membership } of colleagues) {
    await identity.store.transaction((session) => identity.users.insert(user, membership, session));
  }
  const known = colleagues.map(({ user }) => user.id);
  const read = (id: string) => identity.accounts.findIn(id === userId ? last : orgId, id);
  for (const ids of [
    [...known, newId(), known[0] ?? ''],
    [...known, userId],
  ]) {
    const together = await Promise.all(ids.map(read));
    expect(together.map((account) => account?.user.id)).toEqual(
      ids.map((id) => (id === userId || known.includes(id) ? id : undefined)),
    );
    for (const [index, id] of ids.entries()) expect(together[index]).toEqual(await read(id));
  }
});

test('a failed login and a logout are in the logs of the first 1,000', async () => {
  await expect(login('wrong')).rejects.toMatchObject({ code: 'invalid_credentials' });
  const principal = { kind: 'user', id: userId, orgId: first.orgId, role: 'staff', sessionId: newId() } as const;
  const call: Call = Object.assign(aCall(principal), { deadline: Date.now() + 8_000 });
  await identity.logout(call);
  await identity.writeAttempts(new Date());
  expect((await logged(first.orgId)).total).toBe(2);
  expect((await logged(places[LISTED - 2]?.orgId ?? '')).total).toBe(2);
  expect((await logged(last)).total).toBe(0);
}, 30_000);

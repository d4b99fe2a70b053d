import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { newId } from '#chassis/mongo.ts';
import { createUser } from '../../../../services/identity/users/user.ts';
import { admin, config, dropDatabase, dump, newDatabase, now, openReplica, type Replica } from '../support.ts';

const { signal } = new AbortController();
let identity: Replica;
let operatorId: string;
beforeAll(async () => {
  identity = await openReplica(newDatabase());
  await identity.bootstrap(now);
  await identity.keys.refresh(now);
  operatorId = (await identity.orgs.operatorId()) ?? '';
});
afterAll(() => dropDatabase(identity.store));

async function login(username: string, password: string, address: string): Promise<string> {
  const credentials = { username, password, address, requestId: 'req-1' };
  return identity.login(credentials, now, signal).then(
    () => 'in',
    (error) => error.code,
  );
}

const failures = async (orgId: string, address: string, action = 'login.failed') => {
  const query = { page: 1, limit: 100, sort: '-at', action } as const;
  return (await identity.log.list(orgId, query)).data.filter((entry) => entry.address === address);
};

test("a wrong password is an entry in each of the user's orgs, also where the user is disabled", async () => {
  const address = '192.0.2.1';
  const passwordHash = await identity.passwords.hash('a password of its own');
  const place = { email: 'two@example.com', passwordHash, role: 'staff', clientId: null } as const;
  const { user, membership } = createUser({ ...place, orgId: newId() }, now, newId);
  const elsewhere = { ...membership, id: newId(), orgId: newId(), isActive: false };
  await identity.store.transaction(async (session) => {
    await identity.users.insert(user, membership, session);
    await identity.users.insertPlace(user, elsewhere, session);
  });
  expect(await login('two@example.com', 'wrong', address)).toBe('invalid_credentials');
  for (const orgId of [membership.orgId, elsewhere.orgId]) {
    expect(await failures(orgId, address)).toMatchObject([
      { action: 'login.failed', actor: null, recordType: 'user', recordId: user.id, at: now, requestId: 'req-1' },
    ]);
  }
  expect(await failures(operatorId, address)).toEqual([]);
});

test("an unknown email is the operator org's entry, and is kept nowhere", async () => {
  const address = '192.0.2.2';
  expect(await login('my-password-by-mistake', 'wrong', address)).toBe('invalid_credentials');
  expect(await failures(operatorId, address)).toMatchObject([{ recordType: null, recordId: null, actor: null }]);
  expect(await dump(identity.store)).not.toContain('by-mistake');
});

test('a lock is one entry, however often it is tried again; a login that succeeds is none', async () => {
  const address = '192.0.2.3';
  const attempts = config.RATE_LIMIT_LOGIN + 3;
  const answers = [];
  for (let attempt = 0; attempt < attempts; attempt++) answers.push(await login(admin.email, 'wrong', address));
  expect(answers.slice(-3)).toEqual(['rate_limited', 'rate_limited', 'rate_limited']);
  expect(await failures(operatorId, address)).toHaveLength(config.RATE_LIMIT_LOGIN);
  expect(await failures(operatorId, address, 'login.locked')).toHaveLength(1);
  expect(await login(admin.email, admin.password, '192.0.2.4')).toBe('in');
  expect(await failures(operatorId, '192.0.2.4', 'login.*')).toEqual([]);
}, 30_000);

test('a process that dies before the entry of a failure or of a lock leaves neither', async () => {
  const address = '192.0.2.5';
  const dieOnce = () => jest.spyOn(identity.log, 'append').mockRejectedValueOnce(new Error('killed'));
  const attempt = () => login('nobody@example.com', 'wrong', address);
  dieOnce();
  expect(await attempt()).toBeUndefined();
  for (let counted = 1; counted <= config.RATE_LIMIT_LOGIN; counted++) {
    expect(await attempt()).toBe('invalid_credentials');
    expect(await failures(operatorId, address)).toHaveLength(counted);
  }
  dieOnce();
  expect(await attempt()).toBeUndefined();
  for (let again = 0; again < 2; again++) expect(await attempt()).toBe('rate_limited');
  expect(await failures(operatorId, address, 'login.locked')).toHaveLength(1);
}, 30_000);

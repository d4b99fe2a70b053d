import { expect, jest, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import { createUser } from '../../../../services/identity/users/domain/user.ts';
import { admin, config, dump, later, logIn, now, openIdentity } from '../support.ts';

const identity = await openIdentity();
await identity.bootstrap(now);
await identity.keys.refresh(now);
const operatorId = (await identity.orgs.operatorId()) ?? '';

const login = (username: string, password: string, address: string): Promise<string> =>
  logIn(identity, username, password, { address }).then(
    () => 'in',
    (error) => error.code,
  );

const failures = async (orgId: string, address: string, action = 'login.failed') => {
  await identity.writeAttempts(now);
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
    await identity.users.addMembership(user, elsewhere, session);
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

test('a failure counts, and answers alike, whatever becomes of its entries; they are written once', async () => {
  const address = '192.0.2.5';
  const orgIds = Array.from({ length: 150 }, newId);
  const write = identity.log.append;
  const orgsOf = jest.spyOn(identity.users, 'orgsOf').mockResolvedValue(orgIds);
  const append = jest.spyOn(identity.log, 'append');
  for (let attempt = 0; attempt < config.RATE_LIMIT_LOGIN; attempt++)
    expect(await login(admin.email, 'wrong', address)).toBe('invalid_credentials');
  expect(await login(admin.email, 'wrong', address)).toBe('rate_limited');
  // The login does no extra work for the orgs of the user, so that it takes as long as for an unknown email.
  expect([orgsOf, append].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);

  append.mockImplementationOnce(write).mockRejectedValueOnce(new Error('killed'));
  await expect(identity.writeAttempts(now)).rejects.toThrow('killed');
  const [entries, pending] = ['audit_log', 'pending_attempts'].map((name) =>
    identity.store.connection.collection(name),
  );
  expect(await entries?.countDocuments({ address })).toBe(100);
  // Claimed rows belong to their process for a minute. The next call writes only the other rows.
  const others = config.RATE_LIMIT_LOGIN * orgIds.length;
  await identity.writeAttempts(now);
  expect(await entries?.countDocuments({ address })).toBe(100 + others);
  await identity.writeAttempts(later(61_000));
  expect(await entries?.countDocuments({ address })).toBe(orgIds.length + others);
  expect(await entries?.countDocuments({ address, action: 'login.locked' })).toBe(orgIds.length);
  expect(await pending?.countDocuments()).toBe(0);
  jest.restoreAllMocks();
}, 30_000);

test('two replicas that write at once write each entry once', async () => {
  const address = '192.0.2.6';
  expect(await login('nobody@example.com', 'wrong', address)).toBe('invalid_credentials');
  expect(await login(admin.email, 'wrong', address)).toBe('invalid_credentials');
  await Promise.all([identity.writeAttempts(now), identity.writeAttempts(now), identity.writeAttempts(later(61_000))]);
  expect(await failures(operatorId, address)).toHaveLength(2);
});

test('a failure or a lock is not kept without what says that its entry is to be written', async () => {
  const address = '192.0.2.7';
  const attempts = identity.store.connection.collection('pending_attempts');
  const dieOnce = () => jest.spyOn(attempts, 'insertOne').mockRejectedValueOnce(new Error('killed') as never);
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

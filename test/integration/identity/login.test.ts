import { Writable } from 'node:stream';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { AppError, LostRace } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { createUser, type NewUser } from '../../../services/identity/users/domain/user.ts';
import { admin, dump, later, logIn, now, openIdentity, openReplica, type Replica } from './support.ts';

const minutes = 60_000;
let log = '';
const sink = new Writable({
  write(chunk, _encoding, done) {
    log += chunk;
    done();
  },
});
const identity = await openIdentity(createLogger('identity', 'trace', sink));
await identity.bootstrap(now);
await identity.keys.refresh(now);
beforeEach(async () => {
  await identity.store.connection.collection('login_failures').deleteMany({});
});

/** Logs in. Returns the reply, or the code, the message and the retry time of the refusal. */
async function login(password: string, { username = admin.email, address = '192.0.2.1', at = now } = {}) {
  try {
    return await logIn(identity, username, password, { address, at });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.code, error.message, error.retryAfter];
  }
}
const refused = ['invalid_credentials', 'Invalid credentials', undefined];

async function addUser(input: Partial<NewUser>, isActive = true) {
  const passwordHash = await identity.passwords.hash('the password of another');
  const defaults: NewUser = { email: 'other@example.com', passwordHash, orgId: newId(), role: 'staff', clientId: null };
  const { user, membership } = createUser({ ...defaults, ...input }, now, newId);
  await identity.store.transaction((session) => identity.users.insert(user, { ...membership, isActive }, session));
}

test('the right password gives a token for an hour that the published keys verify', async () => {
  const reply = await login(admin.password);
  expect(reply).toMatchObject({ expires_in: 3600, user: { email: 'admin@example.com', role: 'admin' } });
  const { access_token = '', user } = reply as Awaited<ReturnType<Replica['login']>>;
  const jwks = { keys: identity.keys.published(now).map((key) => ({ ...key, kty: 'OKP', crv: 'Ed25519' })) };
  const expectations = { issuer: 'selvedge', audience: 'selvedge-api', currentDate: later(59 * minutes) };
  const { payload } = await jwtVerify(access_token, createLocalJWKSet(jwks), expectations);
  expect(payload).toMatchObject({ sub: user.id, role: 'admin', org_id: user.org_id, sid: expect.any(String) });
  expect(payload.orgs).toEqual([{ id: user.org_id, role: 'admin' }]);
});

test('logins that lose every race for their user are too many at once', async () => {
  const lost = new LostRace();
  const touch = jest.spyOn(identity.users, 'touch').mockRejectedValueOnce(lost);
  expect(await login(admin.password)).toEqual(['rate_limited', 'Too many logins at once', 1]);
  touch.mockRestore();
});

test.each([
  { who: 'a wrong password', username: admin.email, password: 'wrong' },
  { who: 'an empty password', username: admin.email, password: '' },
  { who: 'an unknown email', username: 'nobody@example.com', password: admin.password },
  { who: 'an empty email', username: '', password: admin.password },
  { who: 'an operator in place of an email', username: '{"$ne":null}', password: admin.password },
])('$who gets the one answer', async ({ username, password }) => {
  expect(await login(password, { username })).toEqual(refused);
});

test('the email counts without case and with its spaces', async () => {
  expect(await login(admin.password, { username: ' ADMIN@example.com ' })).toHaveProperty('access_token');
});

test('a user who is disabled in its only org gets the one answer', async () => {
  await addUser({ email: 'disabled@example.com' }, false);
  expect(await login('the password of another', { username: 'disabled@example.com' })).toEqual(refused);
});

test('a client user is bound to its client, in the token too', async () => {
  await addUser({ email: 'client@example.com', role: 'client', clientId: 'c1' });
  const reply = await login('the password of another', { username: 'client@example.com' });
  expect(reply).toMatchObject({ user: { role: 'client', client_id: 'c1' } });
});

test.each(['admin@example.com', 'nobody@example.com'])(
  'four failures lock %s at one address for 15 minutes, also for the right password',
  async (username) => {
    for (let failure = 0; failure < 4; failure++) expect(await login('wrong', { username })).toEqual(refused);
    const locked = (seconds: number) => ['rate_limited', expect.stringContaining('from this address'), seconds];
    expect(await login(admin.password, { username })).toEqual(locked(900));
    expect(await login(admin.password, { username, at: later(14 * minutes) })).toEqual(locked(60));
    expect(await login('wrong', { username, address: '192.0.2.2' })).toEqual(refused);
    expect(await login('wrong', { username, at: later(15 * minutes) })).toEqual(refused);
  },
);

test('a success forgets the failures before it', async () => {
  for (let round = 0; round < 3; round++) {
    for (let failure = 0; failure < 3; failure++) expect(await login('wrong')).toEqual(refused);
    expect(await login(admin.password)).toHaveProperty('access_token');
  }
});

test('guesses at two processes at once count like guesses made in turn', async () => {
  const second = await openReplica(identity.store.connection.name);
  await second.keys.refresh(now);
  const guess = (replica: Replica, address: string) =>
    logIn(replica, admin.email, 'wrong', { address }).then(
      () => 'in',
      ({ code }: AppError) => code,
    );
  const both = Array.from({ length: 20 }, (_, index) => (index % 2 ? identity : second));
  const answers = await Promise.all(both.map((replica) => guess(replica, '192.0.2.1')));
  expect(answers.filter((code) => code === 'invalid_credentials')).toHaveLength(4);

  // Failures from many addresses share one limit.
  for (let failure = 0; failure < 94; failure++) await fail('admin@example.com', `198.51.100.${failure}`, now);
  const others = await Promise.all(both.map((replica, index) => guess(replica, `203.0.113.${index}`)));
  expect(others.filter((code) => code === 'invalid_credentials')).toHaveLength(2);
  await second.store.close();
});

/** Records a wrong guess. */
async function fail(email: string, address: string, at: Date): Promise<void> {
  const { store, failures } = identity;
  await store.transaction((session) => failures.fail(newId(), { email, address, at }, session));
}

test('neither the database nor the log holds a password, a token or a private key', async () => {
  const { access_token } = (await login(admin.password)) as Awaited<ReturnType<Replica['login']>>;
  await login('a wrong passphrase');
  const [key] = await identity.store.connection.collection('signing_keys').find().toArray();
  const written = (await dump(identity.store)) + log;
  for (const secret of [admin.password, 'a wrong passphrase', access_token]) expect(written).not.toContain(secret);
  // The first bytes of an Ed25519 key in PKCS #8, in hexadecimal.
  expect(key?.privateKey.toString('hex')).not.toContain('302e020100300506032b6570');
  expect(key?.privateKey.length()).toBeGreaterThan(48);
  expect(log).not.toContain('192.0.2.1');
});

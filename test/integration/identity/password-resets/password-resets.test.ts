import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { aCall, admin, dump, later, logIn, now, openIdentity, openReplica } from '../support.ts';
import { passwordRoom, tokenOf } from './support.ts';

const EMAIL = 'admin@example.com';
const minutes = 60_000;
const identity = await openIdentity();
const other = await openReplica(identity.store.connection.name);
await identity.bootstrap(now);
await identity.keys.refresh(now);
const room = passwordRoom(identity);
afterAll(() => other.store.close());
beforeEach(async () => {
  for (const name of ['reset_requests', 'reset_links', 'mails', 'login_failures']) {
    await identity.store.connection.collection(name).deleteMany({});
  }
});

const login = (password: string) => logIn(identity, EMAIL, password);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error) => (error instanceof AppError ? { code: error.code, issues: error.issues } : Promise.reject(error)),
  );
const refusedToken = {
  code: 'validation_failed',
  issues: [{ type: 'value_error', loc: ['body', 'token'], msg: expect.any(String), ctx: expect.anything() }],
};

/** Requests a link, and returns its token from the mail. */
async function link(ms = 0): Promise<string> {
  await room.request(EMAIL, ms);
  await room.writeMails(later(ms));
  const [mail] = await room.written();
  if (!mail) throw new Error('No mail was written');
  return tokenOf(mail);
}

describe('asking for a link', () => {
  test('mails it to the owner of the email, and to nobody for another email', async () => {
    expect(await room.request('Admin@Example.COM', 0)).toEqual({});
    expect(await room.request('nobody@example.com', 0)).toEqual({});
    await room.writeMails(now);
    const mails = await room.written();
    expect(mails.map(({ to }) => to)).toEqual([EMAIL]);
    expect(tokenOf(mails[0] as never)).toHaveLength(43);
  });

  test('does the same work for a known and an unknown email', async () => {
    const { connection } = identity.store;
    const changes = async (email: string) => {
      await room.request(email, 0);
      const [stored] = await connection.collection('reset_requests').find().toArray();
      await connection.collection('reset_requests').deleteMany({});
      return Object.entries(stored ?? {}).map(([name, value]) => [name, value === null ? null : typeof value]);
    };
    expect(await changes('nobody@example.com')).toEqual(await changes(EMAIL));
  });

  test('mails once a minute at most, however often and wherever it is asked', async () => {
    const second = passwordRoom(other);
    await Promise.all(Array.from({ length: 6 }, (_, index) => (index % 2 ? room : second).request(EMAIL, index)));
    await Promise.all([room.writeMails(later(10)), second.writeMails(later(10)), room.writeMails(later(10))]);
    await room.request(EMAIL, minutes - 1);
    await room.writeMails(later(minutes));
    expect(await room.written()).toHaveLength(1);
    await room.request(EMAIL, minutes + 10);
    await room.writeMails(later(minutes + 10));
    expect(await room.written()).toHaveLength(1);
  });

  test('is not held up by a request that cannot be opened, which is set aside', async () => {
    const requests = identity.store.connection.collection('reset_requests');
    await room.request('nobody@example.com', 0);
    await requests.updateOne({}, { $set: { sealed: Buffer.from('sealed with a key that is gone') } });
    await room.request(EMAIL, 10);
    await room.writeMails(later(10));
    expect((await room.written()).map(({ to }) => to)).toEqual([EMAIL]);
    expect(await requests.countDocuments({ dueAt: null })).toBe(2);
  });

  test('keeps no email, link or token in the clear', async () => {
    await room.request('nobody@example.com', 0);
    const waiting = await dump(identity.store);
    expect(waiting).not.toContain('nobody@example.com');
    await room.request(EMAIL, 0);
    await room.writeMails(now);
    const written = await dump(identity.store);
    const [mail] = await room.written();
    expect(written).not.toContain(tokenOf(mail as never));
    expect(written).not.toContain(Buffer.from(tokenOf(mail as never)).toString('base64'));
  });
});

describe('a link', () => {
  let current = admin.password;
  let round = 0;
  const newPassword = () => `another long passphrase ${++round}`;

  test('sets the password, ends all sessions and lifts the lock, once', async () => {
    await login(current);
    await login(current);
    for (let failure = 0; failure < 4; failure++) await refusal(login('wrong'));
    expect(await refusal(login(current))).toMatchObject({ code: 'rate_limited' });
    const before = (await identity.revocations.page(now)).changes;

    const token = await link();
    const password = newPassword();
    expect(await refusal(room.reset(token, password))).toBe('accepted');

    const ended = (await identity.revocations.page(now)).changes.slice(before.length);
    expect(ended).toMatchObject([{ sessions: [expect.any(String), expect.any(String)] }]);
    expect(await refusal(login(current))).toMatchObject({ code: 'invalid_credentials' });
    await expect(login(password)).resolves.toHaveProperty('access_token');
    expect(await refusal(room.reset(token, newPassword()))).toEqual(refusedToken);
    current = password;
  });

  test.each([1, 2])('of uses at once of %d links one wins, on any replica', async (count) => {
    const links = [await link(), ...(count > 1 ? [await link(2 * minutes)] : [])];
    const second = passwordRoom(other);
    const passwords = [newPassword(), newPassword(), newPassword()];
    const outcomes = await Promise.all(
      passwords.map((password, index) =>
        refusal(
          (index === 1 ? second : room).reset(links[index % count] as string, password, (count - 1) * 2 * minutes),
        ),
      ),
    );
    const won = outcomes.indexOf('accepted');
    expect(outcomes).toContain('accepted');
    for (const outcome of outcomes.filter((_, index) => index !== won)) expect(outcome).toEqual(refusedToken);
    current = passwords[won] as string;
    await expect(login(current)).resolves.toHaveProperty('access_token');
  });

  test('is good for 30 minutes', async () => {
    const token = await link();
    expect(await refusal(room.reset(token, newPassword(), 30 * minutes))).toEqual(refusedToken);
    const password = newPassword();
    expect(await refusal(room.reset(token, password, 30 * minutes - 1))).toBe('accepted');
    current = password;
  });

  test.each([0, 1])('is good beside a newer one, and ends with it: %d is used', async (used) => {
    const links = [await link(), await link(2 * minutes)] as const;
    const password = newPassword();
    expect(await refusal(room.reset(links[used] as string, password, 2 * minutes))).toBe('accepted');
    current = password;
    const unused = links[1 - used] as string;
    expect(await refusal(room.reset(unused, newPassword(), 2 * minutes))).toEqual(refusedToken);
  });

  test('is replaced by the second newer one', async () => {
    const [older] = [await link(), await link(2 * minutes), await link(4 * minutes)];
    expect(await refusal(room.reset(older as string, newPassword(), 4 * minutes))).toEqual(refusedToken);
  });

  test('is worth nothing when the password was changed otherwise', async () => {
    const token = await link();
    const user = await identity.users.findByEmail(EMAIL);
    const principal = { kind: 'user', id: user?.id ?? '', orgId: 'any', role: 'admin' } as const;
    const password = newPassword();
    await identity.changePassword({ current_password: current, new_password: password }, aCall(principal));
    current = password;
    expect(await refusal(room.reset(token, newPassword()))).toEqual(refusedToken);
    await expect(login(current)).resolves.toHaveProperty('access_token');
  });

  test('stays good when the password is refused', async () => {
    const token = await link();
    expect(await refusal(room.reset(token, 'Password123456!'))).toMatchObject({
      code: 'validation_failed',
      issues: [{ loc: ['body', 'password'], type: 'value_error' }],
    });
    expect(await refusal(room.reset(token, 'too short'))).toMatchObject({ code: 'validation_failed' });
    const password = newPassword();
    expect(await refusal(room.reset(token, password))).toBe('accepted');
    current = password;
  });

  test('does nothing for a user who has another email by now', async () => {
    const token = await link();
    const users = identity.store.connection.collection('users');
    await users.updateOne({ email: EMAIL }, { $set: { email: 'moved@example.com' } });
    expect(await refusal(room.reset(token, newPassword()))).toEqual(refusedToken);
    await users.updateOne({ email: 'moved@example.com' }, { $set: { email: EMAIL } });
    await expect(login(current)).resolves.toHaveProperty('access_token');
  });

  test.each(['', 'x', '{"$ne":null}', 'A'.repeat(43)])('there is no link %p', async (token) => {
    expect(await refusal(room.reset(token, newPassword()))).toEqual(refusedToken);
  });
});

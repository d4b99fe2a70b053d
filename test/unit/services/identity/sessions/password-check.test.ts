import { expect, test } from '@jest/globals';
import { LostRace } from '#chassis/domain/errors.ts';
import type { Work } from '#chassis/mongo/transaction.ts';
import { createPasswordCheck } from '../../../../../services/identity/sessions/password-check.ts';
import type { User } from '../../../../../services/identity/users/domain/user.ts';

const now = new Date('2026-01-02T03:04:05Z');
const call = { now, signal: new AbortController().signal };
const KNOWN = { id: 'u1', email: 'ann@example.com', passwordHash: 'hash' } as User;
const INVITED = { id: 'u2', email: 'bo@example.com' } as User;

const store = { transaction: async <T>(work: Work<T>) => work(undefined as never, { waited: 0 }) };

type Parts = Parameters<typeof createPasswordCheck>[0];

const GUESS = { email: KNOWN.email, password: 'right', address: '192.0.2.1', requestId: 'r1' };

/** A check to which every password is right, of somebody who never guessed wrong. */
const trusting = ({
  failures,
  ...parts
}: Partial<Omit<Parts, 'failures'>> & { failures?: Partial<Parts['failures']> } = {}) =>
  createPasswordCheck({
    users: { findByEmail: async () => KNOWN },
    failures: {
      recent: async () => ({ pair: [], email: [] }),
      isLockNoted: async () => true,
      noteLock: async () => true,
      open: async () => 'noted',
      fail: async () => {},
      withdraw: async () => {},
      clear: async () => {},
      ...failures,
    },
    passwords: { matches: async () => true },
    store,
    audit: async () => undefined,
    logger: { warn: () => undefined },
    config: { RATE_LIMIT_LOGIN: 10, LOGIN_CONCURRENCY: 1, LOGIN_QUEUE: 1 },
    ...parts,
  });

/** The work for a guess, in order: names, and for a hash whether there was one. */
async function workFor(email: string, password: string): Promise<{ work: string[]; code: string | undefined }> {
  const work: string[] = [];
  const done = <T>(name: string, value: T): T => {
    work.push(name);
    return value;
  };
  const user = [KNOWN, INVITED].find((one) => one.email === email);
  const check = trusting({
    users: { findByEmail: async () => done('look up', user) },
    failures: {
      recent: async () => done('failures', { pair: [], email: [] }),
      open: async () => done('note the guess', 'noted'),
      fail: async () => done('remember the failure', undefined),
      withdraw: async () => done('withdraw the guess', undefined),
      clear: async () => done('forget failures', undefined),
    },
    passwords: { matches: async (hash) => done('hash', hash === 'hash' && password === 'right') },
  });
  const guess = { email, password, address: '192.0.2.1', requestId: 'r1', purpose: 'login' } as const;
  const error = await check(guess, call, async () => 'in').then(
    () => undefined,
    (thrown) => thrown,
  );
  return { work, code: error?.code };
}

test('a storm of logins keeps nobody from changing a password', async () => {
  const { promise: storm, resolve: calm } = Promise.withResolvers<void>();
  const check = trusting();
  const login = () => check({ ...GUESS, purpose: 'login' }, call, () => storm.then(() => 'in'));
  const storming = [login(), login()];
  await expect(login()).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await check({ ...GUESS, purpose: 'change' }, call, async () => 'changed')).toBe('changed');
  calm();
  expect(await Promise.all(storming)).toEqual(['in', 'in']);
});

/** The transaction that notes the guess works, and that which notes the lock loses its race. */
const lostAfter = (works: number): Parts['store'] => {
  let begun = 0;
  return {
    transaction: (work) => {
      begun += 1;
      return begun > works ? Promise.reject(new LostRace()) : store.transaction(work);
    },
  };
};

test('a guess that loses every race to be noted is one of too many at once', async () => {
  const check = trusting({ store: lostAfter(0) });
  const guessing = check({ ...GUESS, purpose: 'login' }, call, async () => 'in');
  await expect(guessing).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 1 });
});

test('a guess is no failure where nobody could say whether it is right', async () => {
  const withdrawn: string[] = [];
  const check = trusting({
    failures: { withdraw: async (id) => void withdrawn.push(id) },
    passwords: { matches: () => Promise.reject(new Error('no memory')) },
  });
  const guessing = check({ ...GUESS, purpose: 'login' }, call, async () => 'in');
  await expect(guessing).rejects.toThrow('no memory');
  expect(withdrawn).toEqual(['noted']);
});

test('a lock that another attempt has noted in the same moment is a lock', async () => {
  const check = trusting({
    failures: {
      recent: async () => ({ pair: Array.from({ length: 10 }, () => ({ at: now, isOpen: false })), email: [] }),
      isLockNoted: async () => false,
    },
    store: lostAfter(0),
  });
  const guessing = check({ ...GUESS, purpose: 'login' }, call, async () => 'in');
  await expect(guessing).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 900 });
});

/** decisions 3, Login: the clock is no witness where the work is the same. */
test.each([
  ['an unknown email', 'nobody@example.com', 'right'],
  ['a user without a password', INVITED.email, 'right'],
  ['an operator for an email', '{"$ne":null}', 'right'],
])('%s costs what a wrong password costs', async (_, email, password) => {
  const wrong = await workFor(KNOWN.email, 'wrong');
  expect(wrong).toEqual({
    work: ['failures', 'failures', 'note the guess', 'look up', 'hash', 'remember the failure'],
    code: 'invalid_credentials',
  });
  expect(await workFor(email, password)).toEqual(wrong);
});

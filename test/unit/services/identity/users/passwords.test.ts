import { expect, test } from '@jest/globals';
import { createPasswords } from '../../../../../services/identity/users/passwords.ts';

const least = { ARGON2_MEMORY_KIB: 19_456, ARGON2_PASSES: 2, LOGIN_CONCURRENCY: 2, LOGIN_QUEUE: 100 };
const more = { ...least, ARGON2_MEMORY_KIB: 20_480, ARGON2_PASSES: 3 };

test('hashes are argon2id of the configured cost, one lane, and a salt of their own', async () => {
  const passwords = await createPasswords(more);
  const [one, two] = [await passwords.hash('correct horse battery'), await passwords.hash('correct horse battery')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=20480,t=3,p=1\$/);
  expect(two).not.toBe(one);
});

test.each([
  { what: 'the password', sent: 'correct horse caf\u00e9', matches: true },
  { what: 'the same letters composed otherwise', sent: 'correct horse cafe\u0301', matches: true },
  { what: 'another case', sent: 'Correct horse caf\u00e9', matches: false },
  { what: 'nothing', sent: '', matches: false },
])('$what matches: $matches', async ({ sent, matches }) => {
  const passwords = await createPasswords(least);
  expect(await passwords.matches(await passwords.hash('correct horse caf\u00e9'), sent)).toBe(matches);
});

test.each([undefined, null])('nothing matches where there is no hash (%p), after the same work', async (noHash) => {
  const passwords = await createPasswords(least);
  const hash = await passwords.hash('known');
  const time = async (work: () => Promise<boolean>) => {
    const start = process.cpuUsage();
    expect(await work()).toBe(false);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  // The least of several: garbage that others left is collected meanwhile.
  let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 8; round++) {
    known = Math.min(known, await time(() => passwords.matches(hash, 'wrong')));
    unknown = Math.min(unknown, await time(() => passwords.matches(noHash, 'wrong')));
  }
  expect(unknown / known).toBeGreaterThan(0.4);
  expect(unknown / known).toBeLessThan(2.5);
});

test('a hash of another cost still matches, and is made anew once', async () => {
  const [older, today] = [await createPasswords(least), await createPasswords(more)];
  const old = await older.hash('correct horse battery');
  expect(await today.matches(old, 'correct horse battery')).toBe(true);
  const renewed = await today.renewed(old, 'correct horse battery');
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=20480,t=3,p=1\$/);
  expect(await today.matches(renewed, 'correct horse battery')).toBe(true);
  expect(await today.renewed(renewed as string, 'correct horse battery')).toBeUndefined();
});

test('a storm of one kind is refused, and none of another', async () => {
  const passwords = await createPasswords({ ...least, LOGIN_QUEUE: 3 });
  const hash = await passwords.hash('known');
  const storm = Array.from({ length: 12 }, () => passwords.matches(hash, 'wrong', 'login'));
  const set = ['change', 'create', 'reset'] as const;
  const others = set.map((purpose) => passwords.hash('a new one', purpose));
  const refused = (await Promise.allSettled(storm)).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(12 - 2 - 3);
  expect(refused[0]).toMatchObject({ reason: { code: 'rate_limited', retryAfter: 1 } });
  await expect(Promise.all(others)).resolves.toHaveLength(3);
});

import { expect, test } from '@jest/globals';
import { createPasswords } from '../../../../../services/identity/users/passwords.ts';

test('hashes are argon2id with 19 MiB, two passes, one lane, and a salt of their own', async () => {
  const passwords = await createPasswords();
  const [one, two] = [await passwords.hash('correct horse battery'), await passwords.hash('correct horse battery')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(two).not.toBe(one);
});

test.each([
  { what: 'the password', sent: 'correct horse caf\u00e9', matches: true },
  { what: 'the same letters composed otherwise', sent: 'correct horse cafe\u0301', matches: true },
  { what: 'another case', sent: 'Correct horse caf\u00e9', matches: false },
  { what: 'nothing', sent: '', matches: false },
])('$what matches: $matches', async ({ sent, matches }) => {
  const passwords = await createPasswords();
  expect(await passwords.matches(await passwords.hash('correct horse caf\u00e9'), sent)).toBe(matches);
});

test('nothing matches for an unknown user, after the same work', async () => {
  const passwords = await createPasswords();
  const hash = await passwords.hash('known');
  const time = async (work: () => Promise<boolean>) => {
    const start = process.cpuUsage();
    for (let round = 0; round < 5; round++) expect(await work()).toBe(false);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const known = await time(() => passwords.matches(hash, 'wrong'));
  const unknown = await time(() => passwords.matches(undefined, 'wrong'));
  expect(unknown / known).toBeGreaterThan(0.4);
  expect(unknown / known).toBeLessThan(2.5);
});

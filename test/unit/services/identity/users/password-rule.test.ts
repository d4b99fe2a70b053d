import { expect, test } from '@jest/globals';
import { assertAcceptable, isMonotonous } from '../../../../../services/identity/users/password-rule.ts';

test.each([
  'qwerty123456',
  'QWERTY123456',
  'administrator',
  'Administrator2026!',
  'password1234',
  'Password-1234!',
  'unbelievable??',
  'ｑｗｅｒｔｙ１２３４５６',
])('%s is too common', async (password) => {
  const error = await assertAcceptable(password, 'new_password').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'validation_failed',
    issues: [{ type: 'value_error', loc: ['body', 'new_password'], msg: expect.stringMatching(/^Value error, /) }],
  });
  expect(JSON.stringify(error)).not.toContain(password);
});

test.each([
  'aaaaaaaaaaaa',
  'abababababab',
  '111111111112',
  'abcdefghijkl',
  'uvwxyzabcdefg',
  'lkjihgfedcba',
  '123456789012',
  '098765432109',
  '1234567890-=1',
  'qwertyuiop[]',
  "asdfghjkl;'zxc",
  '][poiuytrewq',
])('%s is monotonous', (password) => {
  expect(isMonotonous(password)).toBe(true);
});

test.each(['abcabcabcabd', 'abcdefghijkm', '123456789013', 'qwertyuiop][', 'a long enough passphrase', 'aab aab aab!'])(
  '%s is not monotonous',
  (password) => {
    expect(isMonotonous(password)).toBe(false);
  },
);

test('a monotonous password is refused in any case and width', async () => {
  for (const password of ['AbCdEfGhIjKl', '１２３４５６７８９０１２']) {
    await expect(assertAcceptable(password, 'password')).rejects.toMatchObject({ code: 'validation_failed' });
  }
});

test.each([
  'correct horse battery staple',
  'a long enough passphrase',
  '918273645091',
  'my administrator is Ann',
  'öffentliche Straße 12',
])('%s is not', async (password) => {
  await expect(assertAcceptable(password, 'password')).resolves.toBeUndefined();
});

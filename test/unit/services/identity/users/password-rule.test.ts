import { expect, test } from '@jest/globals';
import { assertAcceptable } from '../../../../../services/identity/users/password-rule.ts';

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
  'correct horse battery staple',
  'a long enough passphrase',
  '918273645091',
  'my administrator is Ann',
  'öffentliche Straße 12',
])('%s is not', async (password) => {
  await expect(assertAcceptable(password, 'password')).resolves.toBeUndefined();
});

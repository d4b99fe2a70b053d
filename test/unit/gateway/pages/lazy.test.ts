import { expect, test } from '@jest/globals';
import { lazy } from '../../../../gateway/pages/lazy.ts';

test('it is made once, when it is first asked for, for all who ask meanwhile', async () => {
  let made = 0;
  const content = lazy(async () => ({ number: ++made }));
  expect(made).toBe(0);
  const [one, other] = await Promise.all([content(), content()]);
  expect(one).toBe(other);
  expect(await content()).toBe(one);
  expect(made).toBe(1);
});

test('where it cannot be made, who asks next has it made anew', async () => {
  let isBroken = true;
  const content = lazy(async () => {
    if (isBroken) throw new Error('broken');
    return 'whole';
  });
  await expect(content()).rejects.toThrow('broken');
  isBroken = false;
  expect(await content()).toBe('whole');
});

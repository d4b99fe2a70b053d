import { expect, test } from '@jest/globals';
import { createLimiter } from '../../../gateway/limits.ts';

test('counts each caller in windows of a minute', () => {
  let now = 60_000 * 5 + 15_000;
  const limiter = createLimiter(() => now);
  expect(limiter.take('a', 2)).toEqual({ limit: 2, remaining: 1, reset: 45, allowed: true });
  expect(limiter.take('a', 2)).toMatchObject({ remaining: 0, allowed: true });
  expect(limiter.take('a', 2)).toMatchObject({ remaining: 0, allowed: false });
  expect(limiter.take('b', 2)).toMatchObject({ remaining: 1, allowed: true });
  now += 44_999;
  expect(limiter.take('a', 2)).toMatchObject({ reset: 1, allowed: false });
  now += 1;
  expect(limiter.take('a', 2)).toEqual({ limit: 2, remaining: 1, reset: 60, allowed: true });
});

test('looking does not count', () => {
  const limiter = createLimiter(() => 0);
  limiter.peek('a', 1);
  expect(limiter.peek('a', 1)).toMatchObject({ remaining: 1 });
  expect(limiter.take('a', 1).allowed).toBe(true);
});

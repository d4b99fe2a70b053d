import { expect, test } from '@jest/globals';
import { ByteBudget } from '../../../gateway/byte-budget.ts';

/** Whether it was given by now. */
async function isGiven(reserved: Promise<unknown>): Promise<boolean> {
  await new Promise(setImmediate);
  return Promise.race([reserved.then(() => true), Promise.resolve(false)]);
}

test('more than all may hold waits until it is given back', async () => {
  const budget = new ByteBudget({ total: 10, share: 10 });
  const release = await budget.reserve('a', 8);
  const waiting = budget.reserve('b', 4);
  expect(await isGiven(waiting)).toBe(false);
  release();
  await waiting;
  expect(await isGiven(budget.reserve('c', 7))).toBe(false);
});

test('who has its share waits for itself alone', async () => {
  const budget = new ByteBudget({ total: 10, share: 5 });
  const release = await budget.reserve('a', 5);
  const own = budget.reserve('a', 1);
  await budget.reserve('b', 5);
  expect(await isGiven(own)).toBe(false);
  release();
  await own;
});

test('what is large is not passed for ever by what is small', async () => {
  const budget = new ByteBudget({ total: 10, share: 10 });
  const release = await budget.reserve('a', 6);
  const large = budget.reserve('b', 8);
  const small = budget.reserve('c', 4);
  expect(await isGiven(small)).toBe(false);
  release();
  (await large)();
  await small;
});

test('who has waited too long is refused, and lets those behind it pass', async () => {
  const budget = new ByteBudget({ total: 10, share: 10, patience: 1 });
  await budget.reserve('a', 6);
  const refused = expect.objectContaining({ code: 'upstream_unavailable', retryAfter: expect.any(Number) });
  const large = budget.reserve('b', 8);
  const small = budget.reserve('c', 4);
  await expect(large).rejects.toEqual(refused);
  await small;
});

test('nobody queues without end', async () => {
  const budget = new ByteBudget({ total: 10, share: 5, patience: 60_000 });
  const release = await budget.reserve('a', 5);
  const waiting = Array.from({ length: 50 }, () => budget.reserve('a', 5));
  await expect(budget.reserve('a', 5)).rejects.toMatchObject({ code: 'upstream_unavailable' });
  await budget.reserve('b', 5);
  release();
  for (const turn of waiting) (await turn)();
});

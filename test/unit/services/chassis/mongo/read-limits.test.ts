import { expect, test } from '@jest/globals';
import { type Budget, whileSmall } from '#chassis/mongo/read-limits.ts';

const LARGE = 300_000;

/** A reading of one record that ends when it is told to. */
function held(bytes: number) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const read = async (budget: Budget) => {
    budget.reserve(bytes);
    if (!budget.isInVain) await promise;
  };
  return { read, end };
}

test('of one key one large reading runs and 64 wait; more are refused, but never one that has begun', async () => {
  const { read, end } = held(LARGE);
  const refused: string[] = [];
  const begin = (isFirst: boolean) =>
    whileSmall('loud', { isFirst }, read).catch(({ code }: { code: string }) => refused.push(code));
  const readings = Array.from({ length: 70 }, () => begin(true));
  const continuations = Array.from({ length: 70 }, () => begin(false));
  await whileSmall('loud', { isFirst: true }, async (budget) => budget.reserve(1));
  await whileSmall('quiet', { isFirst: true }, async (budget) => budget.reserve(LARGE));
  end();
  await Promise.all([...readings, ...continuations]);
  expect(refused).toEqual(Array(5).fill('rate_limited'));
});

import { expect, test } from '@jest/globals';
import { AppError } from '#chassis/errors.ts';
import { GroupCommit } from '#chassis/group-commit.ts';

const settled = (writes: Promise<void>[]) =>
  Promise.allSettled(writes).then((outcomes) => outcomes.map(({ status }) => status));

test('writes that wait while others commit share the next commit', async () => {
  const groups: number[][] = [];
  const group = new GroupCommit<number>(async (items) => {
    groups.push(items);
    await Promise.resolve();
  });
  await Promise.all(Array.from({ length: 20 }, (_, n) => group.add(n, Date.now() + 1000)));
  expect(groups.length).toBeLessThan(6);
  expect(groups.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test('a group that fails is tried one by one, and only the bad writes fail', async () => {
  const group = new GroupCommit<number>(async (items) => {
    if (items.some((item) => item % 10 === 3)) throw new Error('Bad write');
  });
  const outcomes = await settled(Array.from({ length: 20 }, (_, n) => group.add(n, Date.now() + 1000)));
  expect(outcomes.flatMap((status, n) => (status === 'rejected' ? [n] : []))).toEqual([3, 13]);
});

test.each(['outcome_unknown', 'upstream_unavailable'] as const)(
  'a group that ends in %s is not tried again',
  async (code) => {
    let commits = 0;
    const group = new GroupCommit<number>(async () => {
      commits++;
      throw new AppError(code, 'No');
    });
    const outcomes = await settled(Array.from({ length: 20 }, (_, n) => group.add(n, Date.now() + 1000)));
    expect(outcomes.every((status) => status === 'rejected')).toBe(true);
    expect(commits).toBeLessThan(6);
  },
);

test('a group has the earliest deadline of its writes', async () => {
  const deadlines: number[] = [];
  const group = new GroupCommit<number>(async (_items, deadline) => void deadlines.push(deadline));
  await Promise.all([30, 20, 50, 40].map((deadline) => group.add(0, deadline)));
  expect(deadlines).toEqual([30, 20, 40]);
});

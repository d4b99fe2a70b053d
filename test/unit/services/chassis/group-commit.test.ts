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
  const soon = Date.now() + 10_000;
  await Promise.all([30, 20, 50, 40].map((later) => group.add(0, soon + later)));
  expect(deadlines).toEqual([30, 20, 40].map((later) => soon + later));
});

test('a write whose deadline passes while it waits is refused, and is not begun', async () => {
  const begun: number[] = [];
  const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
  const group = new GroupCommit<number>(async (items) => {
    begun.push(...items);
    await blocked;
  });
  const soon = Date.now() + 10_000;
  const writes = [group.add(1, soon), group.add(2, soon), group.add(3, Date.now()), group.add(4, soon)];
  const refused = expect(writes[2]).rejects.toMatchObject({ code: 'deadline_exceeded' });
  unblock();
  await refused;
  expect(await settled(writes)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(begun).toEqual([1, 2, 4]);
});

test('more writes than memory should hold are refused at once', async () => {
  const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
  const group = new GroupCommit<number>(() => blocked);
  const writes = Array.from({ length: 6000 }, (_, n) => group.add(n, Date.now() + 10_000));
  await expect(writes.at(-1)).rejects.toMatchObject({ code: 'upstream_unavailable', retryAfter: 1 });
  unblock();
  const outcomes = await settled(writes);
  expect(outcomes.lastIndexOf('fulfilled')).toBeLessThan(outcomes.indexOf('rejected'));
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '#chassis/domain/errors.ts';
import { GroupCommit } from '#chassis/unit-of-work/group-commit.ts';

const settled = (writes: Promise<void>[]) =>
  Promise.allSettled(writes).then((outcomes) => outcomes.map(({ status }) => status));

test('writes that wait while others commit share the next commit', async () => {
  const groups: number[][] = [];
  const group = new GroupCommit<number>(async (items) => {
    groups.push(items);
    await Promise.resolve();
  });
  await Promise.all(Array.from({ length: 20 }, (_, n) => group.add(n, 'o1', Date.now() + 1000)));
  expect(groups.length).toBeLessThan(6);
  expect(groups.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test('a group that fails is halved until the bad writes are alone, and only they fail', async () => {
  let commits = 0;
  const group = new GroupCommit<number>(async (items) => {
    commits++;
    if (items.includes(13)) throw new Error('Bad write');
  });
  const outcomes = await settled(Array.from({ length: 66 }, (_, n) => group.add(n, 'o1', Date.now() + 1000)));
  expect(outcomes.flatMap((status, n) => (status === 'rejected' ? [n] : []))).toEqual([13]);
  // Two that came first, the rest, and a half and its other half for each of the six times that 64 can be halved.
  expect(commits).toBe(3 + 2 * 6);
});

test('however many writes are bad, two commits run at once, and another org has its turn between them', async () => {
  let running = 0;
  let most = 0;
  const orgs: string[] = [];
  const group = new GroupCommit<string>(async ([org = '']) => {
    orgs.push(org);
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    if (org === 'bad') throw new Error('Bad write');
  });
  const soon = Date.now() + 10_000;
  const flood = Array.from({ length: 66 }, () => group.add('bad', 'bad', soon));
  await Promise.allSettled(flood.slice(0, 1));
  await group.add('good', 'good', soon);
  await settled(flood);
  expect(most).toBe(2);
  expect(orgs.indexOf('good')).toBeLessThan(10);
});

test('any set of bad writes fails, and no other', async () => {
  const plan = fc.array(fc.record({ org: fc.constantFrom('o1', 'o2', 'o3'), bad: fc.boolean() }), { maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(plan, async (writes) => {
      const group = new GroupCommit<{ bad: boolean }>(async (items) => {
        await Promise.resolve();
        if (items.some(({ bad }) => bad)) throw new Error('Bad write');
      });
      const outcomes = await settled(writes.map((write) => group.add(write, write.org, Date.now() + 10_000)));
      expect(outcomes.map((status) => status === 'rejected')).toEqual(writes.map(({ bad }) => bad));
    }),
  );
});

test('orgs take turns and share no group', async () => {
  const groups: string[][] = [];
  const group = new GroupCommit<string>(async (orgs) => {
    groups.push(orgs);
    await Promise.resolve();
  });
  const flood = Array.from({ length: 500 }, () => group.add('loud', 'loud', Date.now() + 10_000));
  await group.add('quiet', 'quiet', Date.now() + 10_000);
  expect(groups.findIndex((orgs) => orgs.includes('quiet'))).toBeLessThan(5);
  await Promise.all(flood);
  expect(groups.every((orgs) => new Set(orgs).size === 1)).toBe(true);
});

test.each(['outcome_unknown', 'upstream_unavailable'] as const)(
  'a group that ends in %s is not tried again',
  async (code) => {
    let commits = 0;
    const group = new GroupCommit<number>(async () => {
      commits++;
      throw new AppError(code, 'No');
    });
    const outcomes = await settled(Array.from({ length: 20 }, (_, n) => group.add(n, 'o1', Date.now() + 1000)));
    expect(outcomes.every((status) => status === 'rejected')).toBe(true);
    expect(commits).toBeLessThan(6);
  },
);

test('a group has the latest deadline of its writes', async () => {
  const deadlines: number[] = [];
  const group = new GroupCommit<number>(async (_items, deadline) => void deadlines.push(deadline));
  const soon = Date.now() + 10_000;
  await Promise.all([30, 20, 50, 40].map((later) => group.add(0, 'o1', soon + later)));
  expect(deadlines).toEqual([30, 20, 50].map((later) => soon + later));
});

test('a write whose deadline passes while it waits is refused, and is not begun', async () => {
  const begun: number[] = [];
  const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
  const group = new GroupCommit<number>(async (items) => {
    begun.push(...items);
    await blocked;
  });
  const soon = Date.now() + 10_000;
  const writes = [
    group.add(1, 'o1', soon),
    group.add(2, 'o1', soon),
    group.add(3, 'o1', Date.now()),
    group.add(4, 'o1', soon),
  ];
  const refused = expect(writes[2]).rejects.toMatchObject({ code: 'deadline_exceeded' });
  unblock();
  await refused;
  expect(await settled(writes)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(begun).toEqual([1, 2, 4]);
});

test('more writes than memory should hold are refused at once, those of one org sooner', async () => {
  const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>();
  const group = new GroupCommit<number>(() => blocked);
  const flood = (org: string) => Array.from({ length: 2000 }, (_, n) => group.add(n, org, Date.now() + 10_000));
  const writes = ['o1', 'o2', 'o3', 'o4', 'o5'].map(flood);
  for (const { length, [length - 1]: last } of writes) {
    await expect(last).rejects.toMatchObject({ code: 'upstream_unavailable', retryAfter: 1 });
  }
  unblock();
  const accepted = await Promise.all(writes.map(async (ofOrg) => (await settled(ofOrg)).lastIndexOf('fulfilled') + 1));
  expect(accepted).toEqual([1026, 1024, 1024, 1024, 64]);
});

import { afterEach, expect, test } from '@jest/globals';
import { PAUSE, Scheduler, type Steps } from '#engine/scheduling/scheduler.ts';
import { spend, unwatched, watchBy } from '#engine/values/watch.ts';

afterEach(() => {
  watchBy(undefined);
});

/** Counts how often it is asked. */
function counting() {
  const watch = { ticks: 0, look: () => void watch.ticks++ };
  watchBy(watch);
  return watch;
}
const work = (steps: number) => {
  for (let n = 0; n < steps; n++) spend();
};

test('whoever watches is asked about once in 2,048 steps, of which one call may make many', () => {
  const watch = counting();
  work(20_480);
  expect(watch.ticks).toBe(10);
  for (let n = 0; n < 5; n++) spend(1_000_000);
  expect(watch.ticks).toBe(15);
});

test('what has to be done is not watched, and what comes behind it is, though it fails', () => {
  const watch = counting();
  const failing = () => {
    work(10_000);
    throw new Error('failed');
  };
  expect(() => unwatched(failing)).toThrow('failed');
  expect(watch.ticks).toBe(0);
  work(10_000);
  expect(watch.ticks).toBeGreaterThan(0);
});

test.each<[string, (scheduler: Scheduler, begin: () => unknown) => unknown]>([
  ['a read', (scheduler, begin) => scheduler.run(steps(begin))],
  ['a read that fails', (scheduler, begin) => expect(() => scheduler.run(steps(() => fail(begin)))).toThrow('failed')],
  ['a later turn of a read', (scheduler, begin) => scheduler.run(steps(() => undefined, begin))],
  ['a write', (scheduler, begin) => scheduler.write(begin)],
  ['a write that fails', (scheduler, begin) => expect(() => scheduler.write(() => fail(begin))).toThrow('failed')],
])('what comes behind %s is not watched by its command', async (_, run) => {
  let watch = { ticks: 0 };
  const begin = () => {
    watch = counting();
    work(4_096);
  };
  await run(new Scheduler(), begin);
  expect(watch.ticks).toBeGreaterThan(0);
  const before = watch.ticks;
  work(10_000);
  expect(watch.ticks).toBe(before);
});

test('a read is watched by its own command after a pause, whoever had the thread meanwhile', async () => {
  const scheduler = new Scheduler();
  const watches = [1, 2].map(() => ({ ticks: 0 }));
  const read = (at: number) =>
    steps(
      () => {
        watches[at] = counting();
      },
      () => work(20_480 * (at + 1)),
    );
  await Promise.all([scheduler.run(read(0)), scheduler.run(read(1))]);
  expect(watches.map(({ ticks }) => ticks)).toEqual([10, 20]);
});

function* steps(first: () => unknown, second?: () => unknown): Steps<void> {
  first();
  if (second) yield PAUSE;
  second?.();
}

function fail(begin: () => unknown): never {
  begin();
  throw new Error('failed');
}

import { expect, jest, test } from '@jest/globals';
import { KeyedMutex } from '#chassis/concurrency/keyed-mutex.ts';

const SOON = () => Date.now() + 10_000;

/** Work that ends when it is told to. */
function held(name: string, log: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = () => {
    log.push(name);
    return promise;
  };
  return { work, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

/** Work in its turn. */
async function take<T>(turns: KeyedMutex, key: string, deadline: number, work: () => Promise<T>): Promise<T> {
  const release = await turns.acquire(key, deadline);
  return work().finally(release);
}

const settled = () => new Promise(setImmediate);

test('work on one thing is done in turn, in the order it came; work on others at once', async () => {
  const turns = new KeyedMutex();
  const log: string[] = [];
  const [a, b, other] = [held('a', log), held('b', log), held('other', log)];
  const results = [
    take(turns, 'x', SOON(), a.work),
    take(turns, 'x', SOON(), b.work),
    take(turns, 'y', SOON(), other.work),
  ];
  await settled();
  expect(log).toEqual(['a', 'other']);
  a.end();
  await settled();
  expect(log).toEqual(['a', 'other', 'b']);
  b.end();
  other.end();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'other']);
});

test('work that fails gives its turn to the next', async () => {
  const turns = new KeyedMutex();
  const a = held('a', []);
  const failing = expect(take(turns, 'x', SOON(), a.work)).rejects.toThrow('a');
  const next = take(turns, 'x', SOON(), async () => 'b');
  a.fail();
  await failing;
  expect(await next).toBe('b');
});

test('work that has waited, with less than two seconds left, is not begun; without having waited it is', async () => {
  const turns = new KeyedMutex();
  const hasty = (ms: number) => take(turns, 'x', Date.now() + ms, async () => ms);
  expect(await hasty(1_900)).toBe(1_900);
  const a = held('a', []);
  const first = take(turns, 'x', SOON(), a.work);
  const tight = expect(hasty(1_900)).rejects.toMatchObject({ code: 'upstream_unavailable', retryAfter: 1 });
  const patient = hasty(8_000);
  a.end();
  await Promise.all([first, tight]);
  expect(await patient).toBe(8_000);
});

test('work that waits at its deadline is not begun, and later work keeps waiting', async () => {
  const turns = new KeyedMutex();
  const log: string[] = [];
  const [a, c] = [held('a', log), held('c', log)];
  const first = take(turns, 'x', SOON(), a.work);
  await expect(take(turns, 'x', Date.now() + 10, async () => log.push('b'))).rejects.toMatchObject({ retryAfter: 1 });
  const last = take(turns, 'x', SOON(), c.work);
  await settled();
  expect(log).toEqual(['a']);
  a.end();
  await settled();
  expect(log).toEqual(['a', 'c']);
  c.end();
  expect(await Promise.all([first, last])).toEqual(['a', 'c']);
  expect(turns.isLocked('x')).toBe(false);
});

test('work that may take longer than its caller waits is not begun', async () => {
  let now = 0;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
  const turns = new KeyedMutex();
  const first = take(turns, 'x', 20_000, async () => {
    now = 3_000;
  });
  const tight = expect(take(turns, 'x', 8_900, async () => 'tight')).rejects.toMatchObject({
    code: 'upstream_unavailable',
    retryAfter: 1,
  });
  const patient = take(turns, 'x', 9_100, async () => 'patient');
  await Promise.all([first, tight]);
  expect(await patient).toBe('patient');
  clock.mockRestore();
});

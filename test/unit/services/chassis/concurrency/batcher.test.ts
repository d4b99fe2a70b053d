import { expect, test } from '@jest/globals';
import { type BatcherOptions, createBatcher } from '#chassis/concurrency/batcher.ts';
import { eventually } from '../../../../support/eventually.ts';

/** A batcher whose batches end when told to. */
function controlled(options?: BatcherOptions) {
  const batches: { items: number[]; end: (error?: Error) => void }[] = [];
  const run = (items: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => `done ${item}`)));
      batches.push({ items, end });
    });
  const add = createBatcher(run, options);
  return { add, batches, items: () => batches.map((batch) => batch.items) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what comes while a batch runs is the next batch, each with its own result', async () => {
  const { add, batches, items } = controlled();
  const first = add(1);
  await turn();
  const rest = [2, 3, 4].map(add);
  await turn();
  expect(items()).toEqual([[1]]);
  batches[0]?.end();
  expect(await first).toBe('done 1');
  await turn();
  expect(items()).toEqual([[1], [2, 3, 4]]);
  batches[1]?.end();
  expect(await Promise.all(rest)).toEqual(['done 2', 'done 3', 'done 4']);
});

test('what comes in one turn travels together, up to the size, and so many batches run at once', async () => {
  const { add, batches, items } = controlled({ maxSize: 2, parallel: 2 });
  const all = [1, 2, 3, 4, 5].map(add);
  await turn();
  expect(items()).toEqual([
    [1, 2],
    [3, 4],
  ]);
  for (let index = 0; index < 3; index++) {
    batches[index]?.end();
    await turn();
  }
  expect(items()).toEqual([[1, 2], [3, 4], [5]]);
  expect(await Promise.all(all)).toHaveLength(5);
});

test('a batch that fails fails for all of it, and the next one runs', async () => {
  const { add, batches } = controlled();
  const failing = [1, 2].map(add);
  await turn();
  const next = add(3);
  batches[0]?.end(new Error('no'));
  expect(await Promise.allSettled(failing)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  await turn();
  batches[1]?.end();
  expect(await next).toBe('done 3');
});

test('of a batch that fails, each item is tried alone where that may help', async () => {
  const run = async (items: number[]) => {
    if (items.includes(2)) throw new Error(items.length > 1 ? 'together' : 'alone');
    return items;
  };
  const add = createBatcher(run, { retryAlone: (error) => (error as Error).message === 'together' });
  const results = await Promise.allSettled([1, 2, 3].map(add));
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message))).toEqual([
    1,
    'alone',
    3,
  ]);
});

test('what comes while the first lingers travels with it', async () => {
  const { add, batches, items } = controlled({ linger: 100 });
  const first = add(1);
  await turn();
  expect(items()).toEqual([]);
  const second = add(2);
  await eventually(() => batches.length === 1);
  batches[0]?.end();
  expect(await Promise.all([first, second])).toEqual(['done 1', 'done 2']);
});

test('between two batches it pauses, unless the next is full', async () => {
  const { add, batches, items } = controlled({ maxSize: 3, pause: 5 });
  const ended = async (index: number) => {
    batches[index]?.end();
    await turn();
  };
  const all = [add(1)];
  await turn();
  all.push(add(2));
  await ended(0);
  expect(items()).toEqual([[1]]);
  all.push(add(3));
  await eventually(() => batches.length === 2);
  expect(items()).toEqual([[1], [2, 3]]);
  all.push(...[4, 5, 6].map(add));
  await ended(1);
  expect(items()).toEqual([[1], [2, 3], [4, 5, 6]]);
  await ended(2);
  expect(await Promise.all(all)).toHaveLength(6);
});

import { setTimeout as delay } from 'node:timers/promises';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface BatcherOptions {
  maxSize?: number;
  /** Maximum number of batches that run at the same time. */
  parallel?: number;
  /**
   * Milliseconds that the first item waits for more items. It makes batches larger, for work that no caller waits for.
   */
  linger?: number;
  /** Milliseconds of pause before the next batch, unless it is full. It makes batches larger, too. */
  pause?: number;
  /**
   * Returns true for an error after which the items of the batch run one by one, so that only the faulty item fails.
   * Default: never.
   */
  retryAlone?: (error: unknown) => boolean;
}

/**
 * Groups single items into batches for `run`: items that arrive while a batch runs form the next batch. A single item
 * does not wait; under load batches grow. `run` returns one result for each item, in order.
 */
export function createBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { maxSize = 256, parallel = 1, linger = 0, pause = 0, retryAlone = () => false }: BatcherOptions = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;

  async function drain(): Promise<void> {
    running += 1;
    if (linger > 0) await delay(linger);
    while (waiting.length > 0) {
      await settle(waiting.splice(0, maxSize), run, retryAlone);
      if (pause > 0 && waiting.length > 0 && waiting.length < maxSize) await delay(pause);
    }
    running -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // The microtask puts all items of this turn of the event loop into the same batch.
      if (running < parallel) queueMicrotask(() => running < parallel && waiting.length > 0 && void drain());
    });
}

async function settle<Item, Result>(
  batch: Waiting<Item, Result>[],
  run: (items: Item[]) => Promise<Result[]>,
  retryAlone: (error: unknown) => boolean,
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    batch.forEach(({ resolve }, index) => {
      resolve(results[index] as Result);
    });
  } catch (error) {
    if (batch.length > 1 && retryAlone(error)) for (const one of batch) await settle([one], run, retryAlone);
    else for (const { reject } of batch) reject(error);
  }
}

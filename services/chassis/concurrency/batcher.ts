import { setTimeout as delay } from 'node:timers/promises';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface BatcherOptions {
  maxSize?: number;
  /** Batches that run at once. */
  parallel?: number;
  /** Milliseconds that the first item waits for company: for work that nobody waits for, to make the batches larger. */
  linger?: number;
  /** Milliseconds between two batches, unless the next is full: for the same. */
  pause?: number;
  /** Whether the items of a batch that failed so are tried again one by one, that a bad one spoils no other. Default: no. */
  retryAlone?: (error: unknown) => boolean;
}

/**
 * Runs one item at a time into batches: what arrives while a batch runs is the next batch. A lone item waits for
 * nobody; under load the batches grow by themselves. `run` answers one result per item, in order.
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
      // A microtask's delay lets the items of one turn of the loop travel together.
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

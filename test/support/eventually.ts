import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks. Each takes processor time from what is waited for: whoever waits long looks less often. */
const SHORTEST_PAUSE = 20;
const LONGEST_PAUSE = 250;
/** Share of the time waited so far: an outcome is seen at most so much later. */
const PAUSE = 0.1;

/** Waits until `check` neither throws nor answers false, and returns its answer; after `timeout` ms fails as it last did. */
export async function eventually<T>(check: () => T | Promise<T>, timeout = 10_000): Promise<Exclude<T, false>> {
  const start = Date.now();
  for (;;) {
    const outcome = await attempt(check);
    if (outcome.good) return outcome.value as Exclude<T, false>;
    const waited = Date.now() - start;
    if (waited > timeout) throw outcome.error;
    await sleep(Math.min(Math.max(waited * PAUSE, SHORTEST_PAUSE), LONGEST_PAUSE));
  }
}

type Outcome<T> = { good: true; value: T } | { good: false; error: unknown };

async function attempt<T>(check: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    const value = await check();
    return value === false ? { good: false, error: new Error('It never became true') } : { good: true, value };
  } catch (error) {
    return { good: false, error };
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Milliseconds between two checks. A check takes processor time from the processes under test, so the pauses grow with
 * the waiting time.
 */
const SHORTEST_PAUSE = 20;
const LONGEST_PAUSE = 250;
/** Pause as a share of the waiting time so far. It bounds how late an outcome is noticed. */
const PAUSE = 0.1;

/**
 * Repeats `check` until it neither throws nor returns false, and returns its result. After `timeout` ms, throws the
 * last error of `check`.
 */
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

import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `check` neither throws nor answers false, and returns its answer; after `timeout` ms fails as it last did. */
export async function eventually<T>(check: () => T | Promise<T>, timeout = 10_000): Promise<Exclude<T, false>> {
  const end = Date.now() + timeout;
  for (;;) {
    const outcome = await attempt(check);
    if (outcome.good) return outcome.value as Exclude<T, false>;
    if (Date.now() > end) throw outcome.error;
    await sleep(20);
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

import { LostRace } from '../domain/errors.ts';

/**
 * Minimum milliseconds before the deadline to start after a wait. On a busy machine, work takes far longer than alone.
 */
const LEAST_LEFT = 2_000;

/**
 * Runs work on one key in sequence, in the order of arrival: concurrent writes of one record would only make each other
 * fail. It works inside this process; writes of different processes conflict in the database.
 */
export class KeyedMutex {
  /** The end of the last work on each key. It resolves with the milliseconds that the work took. */
  readonly #ends = new Map<string, Promise<number>>();

  isLocked(key: string): boolean {
    return this.#ends.has(key);
  }

  /**
   * Waits until all earlier work on `key` has ended. The caller must call the result when its own work ends.
   * `deadline`: epoch milliseconds. Errors: LostRace if too little time is left after the wait, or the deadline passes
   * during it.
   */
  async acquire(key: string, deadline: number): Promise<() => void> {
    const before = this.#ends.get(key);
    const { promise: end, resolve } = Promise.withResolvers<number>();
    this.#ends.set(key, end);
    const finish = (took: number) => {
      resolve(took);
      if (this.#ends.get(key) === end) this.#ends.delete(key);
    };
    const expected = before ? await until(before, deadline) : 0;
    if (expected === undefined) {
      // Later work still waits for the earlier work.
      void before?.then(finish);
      throw new LostRace();
    }
    const needed = before ? Math.max(2 * expected, LEAST_LEFT) : 0;
    const start = Date.now();
    // The duration of work varies, so twice the last duration must be left. If the deadline interrupts the work, the
    // caller does not know whether it was done.
    if (start + needed < deadline) return () => finish(Date.now() - start);
    finish(expected);
    throw new LostRace();
  }
}

/** The result of the promise, or undefined at the deadline. */
async function until<Result>(promise: Promise<Result>, deadline: number): Promise<Result | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), Math.max(deadline - Date.now(), 0));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

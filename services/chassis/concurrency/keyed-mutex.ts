import { LostRace } from '../domain/errors.ts';

/** Milliseconds: the least time left to start after a wait. On a busy machine work takes far longer than alone. */
const LEAST_LEFT = 2_000;

/**
 * Runs work on one key one after the other, in the order of arrival: writes of one record at once would only make each other
 * fail. Within this process; those of other processes meet in the database.
 */
export class KeyedMutex {
  /** The end of the last turn of each key; it says how many milliseconds that took. */
  readonly #ends = new Map<string, Promise<number>>();

  isLocked(key: string): boolean {
    return this.#ends.has(key);
  }

  /**
   * Resolves when all that came before it for `key` has ended; its own turn ends when the result is called. `deadline` in
   * epoch milliseconds. Errors: LostRace when it has waited so long that its time might not do.
   */
  async acquire(key: string, deadline: number): Promise<() => void> {
    const before = this.#ends.get(key);
    const { promise: end, resolve } = Promise.withResolvers<number>();
    this.#ends.set(key, end);
    const finish = (took: number) => {
      resolve(took);
      if (this.#ends.get(key) === end) this.#ends.delete(key);
    };
    const expected = (await before) ?? 0;
    const needed = before ? Math.max(2 * expected, LEAST_LEFT) : 0;
    const start = Date.now();
    // The time that the work takes varies. A caller whose deadline cuts its work short does not know whether it was
    // done.
    if (start + needed < deadline) return () => finish(Date.now() - start);
    finish(expected);
    throw new LostRace();
  }
}

import { AppError } from '../domain/errors.ts';

/** Milliseconds that work must have left when its turn comes after others: on a busy machine it takes far longer than alone. */
const LEAST_LEFT = 2_000;

/**
 * Lets what is done to one thing be done in turn, in the order it came: writes of one record at once would only make each
 * other fail. Within this process; those of others meet in the database.
 */
export class KeyedMutex {
  /** The end of the last turn of each key; it says how many milliseconds that took. */
  readonly #ends = new Map<string, Promise<number>>();

  /**
   * Runs `work` when all that came before it for `key` has ended. `deadline` in epoch milliseconds.
   * Errors: conflict when it has waited so long that its time might not do, and what `work` throws.
   */
  async take<T>(key: string, deadline: number, work: () => Promise<T>): Promise<T> {
    const before = this.#ends.get(key);
    const { promise: end, resolve } = Promise.withResolvers<number>();
    this.#ends.set(key, end);
    const expected = (await before) ?? 0;
    const needed = before ? Math.max(2 * expected, LEAST_LEFT) : 0;
    const start = Date.now();
    let took = expected;
    try {
      // What it takes varies: a turn that its caller does not live to see would leave him in doubt.
      if (start + needed >= deadline) throw tooMany();
      return await work().finally(() => {
        took = Date.now() - start;
      });
    } finally {
      resolve(took);
      if (this.#ends.get(key) === end) this.#ends.delete(key);
    }
  }
}

const tooMany = () => new AppError('conflict', 'Too many writes to the same record at once; try again');

import { AppError } from './errors.ts';

/**
 * Lets writes that wait at the same time share a transaction. Nothing waits for a timer: what arrives while
 * `CONCURRENCY` commits run makes up the next one. A group that fails is tried again one by one, so that a bad write
 * spoils no other.
 */
export class GroupCommit<Item> {
  readonly #commit: (items: Item[], deadline: number) => Promise<void>;
  readonly #waiting: Waiting<Item>[] = [];
  #running = 0;

  /** `commit` puts down all of the items or none. */
  constructor(commit: (items: Item[], deadline: number) => Promise<void>) {
    this.#commit = commit;
  }

  /**
   * Resolves when `item` is committed. `deadline` in epoch milliseconds: one that has passed when its turn comes was not
   * begun. Errors: deadline_exceeded; upstream_unavailable when too many wait; and what `commit` throws.
   */
  async add(item: Item, deadline: number): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING) {
      throw new AppError('upstream_unavailable', 'Too many writes wait for the database', { retryAfter: 1 });
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, deadline, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    while (this.#running < CONCURRENCY && this.#waiting.length > 0) {
      this.#running++;
      void this.#run(inTime(this.#waiting.splice(0, MAX_GROUP))).finally(() => {
        this.#running--;
        this.#next();
      });
    }
  }

  async #run(group: Waiting<Item>[]): Promise<void> {
    if (group.length === 0) return;
    const items = group.map(({ item }) => item);
    const deadline = Math.min(...group.map((waiting) => waiting.deadline));
    try {
      await this.#commit(items, deadline);
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (group.length === 1 || isNobodysFault(error)) for (const { reject } of group) reject(error);
      else await Promise.all(group.map((waiting) => this.#runAlone(waiting)));
    }
  }

  #runAlone({ item, deadline, resolve, reject }: Waiting<Item>): Promise<void> {
    return this.#commit([item], deadline).then(resolve, reject);
  }
}

/** A group that may have been committed must not be tried again, and one that met no database need not. */
function isNobodysFault(error: unknown): boolean {
  return error instanceof AppError && ['outcome_unknown', 'upstream_unavailable'].includes(error.code);
}

/** Refuses those whose caller has gone, so that a slow database is not kept busy by what nobody waits for. */
function inTime<Item>(group: Waiting<Item>[]): Waiting<Item>[] {
  const now = Date.now();
  const late = group.filter(({ deadline }) => deadline <= now);
  for (const { reject } of late) reject(new AppError('deadline_exceeded', 'The write did not get its turn in time'));
  return group.filter(({ deadline }) => deadline > now);
}

interface Waiting<Item> {
  item: Item;
  deadline: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

const CONCURRENCY = 2;
const MAX_GROUP = 64;
/** Some seconds' worth for a database that works. */
const MAX_WAITING = 4096;

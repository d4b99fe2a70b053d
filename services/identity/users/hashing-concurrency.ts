import { AppError } from '#chassis/domain/errors.ts';

/** The purpose of a hash. Each purpose has a queue of its own. */
export type Purpose = 'login' | 'change' | 'create' | 'reset';

export interface HashingConcurrencyOptions {
  /** Hashes that are computed at once. */
  concurrency: number;
  /** Hashes of an org that may wait in each queue; further ones are refused. */
  limit: number;
  /** Milliseconds that one may wait; then it is refused. */
  patience: number;
}

/** The waiting hashes, by org in the order of their turns. No queue is empty. */
type Line = Map<string, (() => void)[]>;

/**
 * Lets a bounded number hash at once, whatever for. The lines take turns, and within a line the orgs do, so that a storm of
 * one keeps nobody in another waiting for more than a turn each.
 */
export class HashingConcurrency {
  readonly #options: HashingConcurrencyOptions;
  readonly #lines = new Map<Purpose, Line>();
  #running = 0;

  constructor(options: HashingConcurrencyOptions) {
    this.#options = options;
  }

  /**
   * `orgId`: whose admin asks; empty where it is for no org.
   * Errors: rate_limited when too many wait, or its turn did not come in time; and whatever the task throws.
   */
  async run<T>(purpose: Purpose, task: () => Promise<T>, orgId = ''): Promise<T> {
    await this.#turn(purpose, orgId);
    try {
      return await task();
    } finally {
      this.#running--;
      this.#startNext();
    }
  }

  async #turn(purpose: Purpose, orgId: string): Promise<void> {
    if (this.#running < this.#options.concurrency) {
      this.#running++;
      return;
    }
    const line: Line = this.#lines.get(purpose) ?? new Map();
    const queue = line.get(orgId) ?? [];
    if (queue.length >= this.#options.limit) throw tooMany();
    this.#lines.set(purpose, line);
    line.set(orgId, queue);
    await new Promise<void>((start, refuse) => {
      const begin = () => {
        clearTimeout(timer);
        this.#running++;
        start();
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(begin), 1);
        if (queue.length === 0) line.delete(orgId);
        refuse(tooMany());
      }, this.#options.patience);
      queue.push(begin);
    });
  }

  /**
   * Starts a hash of the queue, and there of the org, that was served least recently: a served one goes to the end of
   * its map.
   */
  #startNext(): void {
    const next = [...this.#lines].find(([, line]) => line.size > 0);
    if (!next) return;
    const [purpose, line] = next;
    this.#lines.delete(purpose);
    this.#lines.set(purpose, line);
    const [first] = line;
    if (!first) return;
    const [orgId, queue] = first;
    line.delete(orgId);
    const begin = queue.shift();
    if (queue.length > 0) line.set(orgId, queue);
    begin?.();
  }
}

const tooMany = () => new AppError('rate_limited', 'Too many passwords are being checked at once', { retryAfter: 1 });

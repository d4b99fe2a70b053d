import { AppError } from '#chassis/domain/errors.ts';

/** The purpose of a hash. Each purpose has its own queue. */
export type Purpose = 'login' | 'change' | 'create' | 'reset';

export interface HashingConcurrencyOptions {
  /** Maximum number of hashes that are computed at the same time. */
  concurrency: number;
  /** Maximum number of waiting hashes of an org in each queue. When it is reached, `run` throws rate_limited. */
  limit: number;
  /** Maximum milliseconds that a hash waits. Then `run` throws rate_limited. */
  waitLimit: number;
}

/** The waiting hashes of one purpose, by org, in the order of their turns. No list is empty. */
type Line = Map<string, (() => void)[]>;

/**
 * Limits the hashes that are computed at the same time, for all purposes together. Purposes take turns, and orgs take
 * turns within a purpose, so that many hashes of one org delay others by one turn.
 */
export class HashingConcurrency {
  readonly #options: HashingConcurrencyOptions;
  readonly #lines = new Map<Purpose, Line>();
  #running = 0;

  constructor(options: HashingConcurrencyOptions) {
    this.#options = options;
  }

  /**
   * Runs `task` when its turn comes. `orgId`: the org of the admin who sets a password; empty for other purposes.
   * Errors: rate_limited if too many wait or the turn does not come in time; the errors of `task`.
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
      }, this.#options.waitLimit);
      queue.push(begin);
    });
  }

  /**
   * Starts the next hash: of the purpose, and within it of the org, that had its turn the longest time ago. After its
   * turn, the purpose or org goes to the end of its map.
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

import { AppError } from '#chassis/domain/errors.ts';

/** What a password is hashed for. Each waits in a line of its own. */
export type Purpose = 'login' | 'change' | 'create' | 'reset';

export interface HashingConcurrencyOptions {
  /** How many hash at once. */
  concurrency: number;
  /** How many may wait in each line; one more is refused. */
  limit: number;
  /** Milliseconds that one may wait; then it is refused. */
  patience: number;
}

/**
 * Lets a bounded number hash at once, whatever for. The lines take turns, so that a storm in one of them keeps nobody in
 * another waiting for more than a turn each.
 */
export class HashingConcurrency {
  readonly #options: HashingConcurrencyOptions;
  readonly #lines = new Map<Purpose, (() => void)[]>();
  #running = 0;

  constructor(options: HashingConcurrencyOptions) {
    this.#options = options;
  }

  /** Errors: rate_limited when too many wait, or its turn did not come in time; and whatever the task throws. */
  async run<T>(purpose: Purpose, task: () => Promise<T>): Promise<T> {
    await this.#turn(purpose);
    try {
      return await task();
    } finally {
      this.#running--;
      this.#startNext();
    }
  }

  async #turn(purpose: Purpose): Promise<void> {
    if (this.#running < this.#options.concurrency) {
      this.#running++;
      return;
    }
    const line = this.#lines.get(purpose) ?? [];
    if (line.length >= this.#options.limit) throw tooMany();
    this.#lines.set(purpose, line);
    await new Promise<void>((start, refuse) => {
      const begin = () => {
        clearTimeout(timer);
        this.#running++;
        start();
      };
      const timer = setTimeout(() => {
        line.splice(line.indexOf(begin), 1);
        refuse(tooMany());
      }, this.#options.patience);
      line.push(begin);
    });
  }

  /** The first of the line that was served least recently: a line that was served goes to the end of the map. */
  #startNext(): void {
    const next = [...this.#lines].find(([, line]) => line.length > 0);
    if (!next) return;
    const [purpose, line] = next;
    this.#lines.delete(purpose);
    this.#lines.set(purpose, line);
    line.shift()?.();
  }
}

const tooMany = () => new AppError('rate_limited', 'Too many passwords are being checked at once', { retryAfter: 1 });

import { AppError } from '#chassis/domain/errors.ts';

interface Waiting {
  key: string;
  start: () => void;
}

export interface KeyedLimiterOptions {
  /** How many run at once. */
  concurrency: number;
  /** How many may wait; one more is refused. */
  limit: number;
  /** Milliseconds that one may wait; then it is refused. */
  patience: number;
}

/**
 * Runs a bounded number of tasks at once, and those of one key one after another: guesses made in parallel
 * are counted like guesses made in turn. A storm is refused at once instead of starving everything behind it.
 */
export class KeyedLimiter {
  readonly #options: KeyedLimiterOptions;
  readonly #waiting: Waiting[] = [];
  readonly #running = new Set<string>();

  constructor(options: KeyedLimiterOptions) {
    this.#options = options;
  }

  /**
   * Errors: rate_limited when too many wait, or its turn did not come in time; deadline_exceeded when the caller has
   * gone meanwhile (no work is done for it); and whatever the task throws.
   */
  async run<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    await this.#turn(key);
    try {
      if (signal.aborted) throw new AppError('deadline_exceeded', 'The caller has gone');
      return await task();
    } finally {
      this.#running.delete(key);
      this.#startNext();
    }
  }

  async #turn(key: string): Promise<void> {
    if (this.#mayStart(key)) {
      this.#running.add(key);
      return;
    }
    if (this.#waiting.length >= this.#options.limit) throw tooMany();
    await new Promise<void>((start, refuse) => {
      const waiting: Waiting = {
        key,
        start() {
          clearTimeout(timer);
          start();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        refuse(tooMany());
      }, this.#options.patience);
      this.#waiting.push(waiting);
    });
  }

  #mayStart(key: string): boolean {
    return this.#running.size < this.#options.concurrency && !this.#running.has(key);
  }

  #startNext(): void {
    const index = this.#waiting.findIndex(({ key }) => this.#mayStart(key));
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (!next) return;
    this.#running.add(next.key);
    next.start();
  }
}

const tooMany = () => new AppError('rate_limited', 'Too many logins at once', { retryAfter: 1 });

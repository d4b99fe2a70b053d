import { AppError } from '../domain/errors.ts';

export interface FairSemaphoreOptions {
  /** Tasks that run at once. */
  concurrency: number;
  /** Those of one key among them; default 1. */
  each?: number;
  /** Tasks of one key that may wait; one more is refused. Default: any number, each until its deadline. */
  limit?: number;
  /** The message of the refusal. */
  refusal?: string;
}

/** How long a task may wait. */
export interface Patience {
  /** Epoch milliseconds. */
  deadline: number;
  /** Aborted when nobody waits for the task any more. */
  signal?: AbortSignal;
}

/** Runs heavy tasks a few at a time, and fewer of each key. Keys take turns: a flood of one delays others by a turn. */
export class FairSemaphore {
  readonly #options: FairSemaphoreOptions;
  /** What waits, by key in the order of their turns. */
  readonly #queues = new Map<string, Set<() => void>>();
  /** How many run, by key. */
  readonly #running = new Map<string, number>();
  #free: number;

  constructor(options: FairSemaphoreOptions) {
    this.#options = options;
    this.#free = options.concurrency;
  }

  /**
   * Errors: rate_limited when `limit` tasks of the key wait, which no breaker counts; deadline_exceeded when the time is over,
   * or the caller has gone, before the turn came: then nothing was begun; and what the task throws.
   */
  async run<T>(key: string, patience: Patience, task: () => Promise<T>): Promise<T> {
    await this.#turn(key, patience);
    try {
      return await task();
    } finally {
      this.#leave(key);
      this.#startNext();
    }
  }

  #turn(key: string, { deadline, signal }: Patience): Promise<void> {
    const { limit = Number.POSITIVE_INFINITY, refusal = 'Too many wait' } = this.#options;
    const left = deadline - Date.now();
    if (signal?.aborted || left <= 0) return Promise.reject(tooLate());
    if (this.#free > 0 && this.#mayRun(key)) {
      this.#enter(key);
      return Promise.resolve();
    }
    const queue = this.#queues.get(key) ?? new Set();
    if (queue.size >= limit) {
      return Promise.reject(new AppError('rate_limited', refusal, { retryAfter: 1 }));
    }
    this.#queues.set(key, queue);
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        queue.delete(start);
        if (queue.size === 0) this.#queues.delete(key);
      };
      const start = () => {
        leave();
        resolve();
      };
      const giveUp = () => {
        leave();
        reject(tooLate());
      };
      const timer = setTimeout(giveUp, left);
      signal?.addEventListener('abort', giveUp);
      queue.add(start);
    });
  }

  #mayRun(key: string): boolean {
    return (this.#running.get(key) ?? 0) < (this.#options.each ?? 1);
  }

  #enter(key: string): void {
    this.#free -= 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #leave(key: string): void {
    this.#free += 1;
    const left = (this.#running.get(key) ?? 0) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
  }

  /** What is left of a key that had its turn waits behind all others. */
  #startNext(): void {
    const next = [...this.#queues].find(([key]) => this.#mayRun(key));
    if (!next) return;
    const [key, queue] = next;
    const [start] = queue;
    this.#queues.delete(key);
    this.#queues.set(key, queue);
    this.#enter(key);
    start?.();
  }
}

const tooLate = () => new AppError('deadline_exceeded', 'The time was over before the turn came');

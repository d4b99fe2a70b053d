import { AppError, type ErrorCode } from '../domain/errors.ts';

export interface QueueLimits {
  /** The queue's row in `docs/queues.md`. */
  name: string;
  /** Maximum number of running tasks of all keys together. */
  limit: number;
  /** Maximum number of running tasks of one key. Default: 1. */
  each?: number;
  /** Maximum number of waiting tasks of one key. When it is reached, `run` throws `full`. Default: no maximum. */
  maxWaiting?: number;
  /** Maximum number of waiting tasks of all keys together. When it is reached, `run` throws `full`. Default: no maximum. */
  maxWaitingInAll?: number;
  /** Milliseconds that a task may wait. Then `run` throws `full`. Default: until the caller's deadline. */
  maxWait?: number;
  /** The error of a full queue. Default: `rate_limited`, which circuit breakers do not count as a failure. */
  full?: { code?: ErrorCode; message: string; retryAfter?: number };
}

/** The time that a caller is willing to wait. */
export interface WaitLimit {
  /** Epoch milliseconds. */
  deadline: number;
  /** Aborts when the caller has gone. */
  signal?: AbortSignal;
}

/** Starts a waiting task. */
type Start = () => void;

/** Gives the slot back. A second call has no effect. */
export type Release = () => void;

/**
 * Runs a limited number of tasks at a time. Keys take turns, so that many tasks of one key delay another key by only
 * one task. Tasks of one key run in the order of arrival. The cost of a step does not depend on the number of waiting
 * keys.
 */
export class FairQueue {
  readonly limits: Readonly<QueueLimits>;
  /** Waiting tasks of keys that may run another task, in the order of turns. Empty while a slot is free. */
  readonly #ready = new Map<string, Set<Start>>();
  /** Waiting tasks of keys that already run their maximum. */
  readonly #blocked = new Map<string, Set<Start>>();
  /** Number of running tasks, by key. */
  readonly #running = new Map<string, number>();
  #free: number;
  #waitingInAll = 0;

  constructor(limits: QueueLimits) {
    this.limits = limits;
    this.#free = limits.limit;
  }

  /**
   * Runs `task` when its turn comes. Errors: `full` when too many tasks wait, or `maxWait` is over; deadline_exceeded
   * when the deadline passes or the caller leaves before the task begins; and the errors of `task`.
   */
  async run<T>(key: string, waitLimit: Partial<WaitLimit> | undefined, task: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key, waitLimit);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** Waits for a slot. The caller must give it back by calling the result. Errors: as `run`. */
  async acquire(key: string, { deadline, signal }: Partial<WaitLimit> = {}): Promise<Release> {
    if (signal?.aborted || (deadline !== undefined && deadline <= Date.now())) throw tooLate();
    if (this.#free > 0 && this.#hasShare(key)) this.#enter(key);
    else await this.#wait(key, deadline, signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#leave(key);
    };
  }

  #hasShare(key: string): boolean {
    return (this.#running.get(key) ?? 0) < (this.limits.each ?? 1);
  }

  #wait(key: string, deadline: number | undefined, signal: AbortSignal | undefined): Promise<void> {
    const { maxWaiting = Infinity, maxWaitingInAll = Infinity, maxWait = Infinity } = this.limits;
    const queue = this.#ready.get(key) ?? this.#blocked.get(key) ?? new Set();
    if (queue.size >= maxWaiting || this.#waitingInAll >= maxWaitingInAll) return Promise.reject(this.#full());
    const left = deadline === undefined ? Infinity : deadline - Date.now();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      queue.delete(start);
      this.#waitingInAll -= 1;
      if (queue.size > 0) return;
      this.#ready.delete(key);
      this.#blocked.delete(key);
    };
    const start: Start = () => {
      stop();
      resolve();
    };
    const giveUp = () => {
      stop();
      reject(maxWait < left && !signal?.aborted ? this.#full() : tooLate());
    };
    const longest = Math.min(maxWait, left);
    const timer = longest === Infinity ? undefined : setTimeout(giveUp, longest);
    signal?.addEventListener('abort', giveUp);
    this.#queueUp(key, queue.add(start));
    this.#waitingInAll += 1;
    return promise;
  }

  #queueUp(key: string, queue: Set<Start>): void {
    (this.#hasShare(key) ? this.#ready : this.#blocked).set(key, queue);
  }

  #full(): AppError {
    const { code = 'rate_limited', message = 'Too many wait', retryAfter = 1 } = this.limits.full ?? {};
    return new AppError(code, message, { retryAfter });
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
    const queue = this.#blocked.get(key);
    if (queue && this.#blocked.delete(key)) this.#ready.set(key, queue);
    this.#startNext();
  }

  #startNext(): void {
    for (const [key, queue] of this.#ready) {
      if (this.#free === 0) return;
      const [start] = queue;
      this.#ready.delete(key);
      this.#enter(key);
      start?.();
      // Other keys come before the rest of this key's tasks.
      if (queue.size > 0) this.#queueUp(key, queue);
    }
  }
}

const tooLate = () => new AppError('deadline_exceeded', 'The deadline passed before the turn came');

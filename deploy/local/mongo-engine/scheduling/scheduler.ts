import { type Watch, watchBy } from '../values/watch.ts';

/** A read yields this value when others may use the thread. */
export const PAUSE = Symbol('pause');
export type Pause = typeof PAUSE;

/** A read in steps. `return` at any pause ends the read and releases its resources. */
export type Steps<T> = Generator<Pause, T, void>;

/** Milliseconds of the first slice of a read. A small read ends within this slice, and need not wait. */
const FIRST_SLICE = 1;
/** Milliseconds of a turn: a read blocks others for at most this time. */
const SLICE = 4;
/** Milliseconds of a write within a batch. A longer write continues in the next batch. */
const WRITE_SLICE = 5;

interface Waiting {
  steps: Steps<unknown>;
  owner: object | undefined;
  /** Checks the time while the read works. */
  watch: Watch | undefined;
  resolve(value: never): void;
  reject(error: unknown): void;
}

/**
 * Shares the thread among reads. A read that does not end in its slice waits until the other waiting reads have had a
 * turn. Between two turns, messages that have arrived are answered.
 */
export class Scheduler {
  private waiting: Waiting[] = [];
  private isTurnDue = false;
  private sliceEnd = 0;
  /** Start of the current turn, by performance.now(). */
  turnStart = 0;

  /** True if the current read has used its slice. */
  isSliceOver(now: number): boolean {
    return now >= this.sliceEnd;
  }

  get hasWaiting(): boolean {
    return this.waiting.length > 0;
  }

  /** Runs a read to its end; a short read ends immediately. `owner`: the transaction of the read. */
  run<T>(steps: Steps<T>, owner?: object): T | Promise<T> {
    const { value: first, watch } = this.piece(FIRST_SLICE, () => steps.next());
    if (first.done) return first.value;
    return new Promise<T>((resolve, reject) => this.wait({ steps, owner, watch, resolve, reject }));
  }

  /** Runs a piece of a write in a slice. If the slice ends first, the write continues in another piece. */
  write<T>(work: () => T): T {
    return this.piece(WRITE_SLICE, work).value;
  }

  /** Ends the waiting reads of `owner`; without `owner`, all waiting reads. */
  interrupt(error: Error, owner?: object): void {
    const ended = this.waiting.filter((read) => owner === undefined || read.owner === owner);
    this.waiting = this.waiting.filter((read) => !ended.includes(read));
    for (const { steps, reject } of ended) {
      steps.return(undefined as never);
      reject(error);
    }
  }

  /** @returns also the watch at the end of the piece, because the next piece may belong to another command */
  private piece<T>(slice: number, work: () => T, watch?: Watch): { value: T; watch: Watch | undefined } {
    this.turnStart = performance.now();
    this.sliceEnd = this.turnStart + slice;
    watchBy(watch);
    try {
      return { value: work(), watch: watchBy(undefined) };
    } finally {
      watchBy(undefined);
    }
  }

  private wait(read: Waiting): void {
    this.waiting.push(read);
    this.planTurn();
  }

  private planTurn(): void {
    if (this.isTurnDue || this.waiting.length === 0) return;
    this.isTurnDue = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    this.isTurnDue = false;
    const read = this.waiting.shift();
    this.planTurn();
    if (!read) return;
    try {
      const { value: step, watch } = this.piece(SLICE, () => read.steps.next(), read.watch);
      read.watch = watch;
      if (step.done) read.resolve(step.value as never);
      else this.wait(read);
    } catch (error) {
      read.reject(error);
    }
  }
}

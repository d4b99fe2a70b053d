import { type Watch, watchBy } from '../values/watch.ts';

/** A read yields it where others may have the thread. */
export const PAUSE = Symbol('pause');
export type Pause = typeof PAUSE;

/** A read step by step; `return` at any pause ends it and lets go of what it holds. */
export type Steps<T> = Generator<Pause, T, void>;

/** Milliseconds that a read has when it comes: what is small is done by then, and waits for nobody. */
const FIRST_SLICE = 1;
/** Milliseconds of a turn: so long at most does a read keep others from the thread. */
const SLICE = 4;
/** Milliseconds that one write has within a batch; it goes on in the next one. */
const WRITE_SLICE = 5;

interface Waiting {
  steps: Steps<unknown>;
  owner: object | undefined;
  /** Looks at the time while the read works. */
  watch: Watch | undefined;
  resolve(value: never): void;
  reject(error: unknown): void;
}

/**
 * Shares the one thread among reads. One that is not done in a slice waits behind all that wait already, and between two
 * turns is answered what has come over the wire.
 */
export class Scheduler {
  private waiting: Waiting[] = [];
  private isTurnDue = false;
  private sliceEnd = 0;
  /** When the read that works now has got the thread. */
  turnStart = 0;

  /** Whether the read that works now has had its slice. */
  isSliceOver(now: number): boolean {
    return now >= this.sliceEnd;
  }

  get hasWaiting(): boolean {
    return this.waiting.length > 0;
  }

  /** Runs a read to its end, at once if it is short. `owner`: the transaction that it belongs to. */
  run<T>(steps: Steps<T>, owner?: object): T | Promise<T> {
    const { value: first, watch } = this.piece(FIRST_SLICE, () => steps.next());
    if (first.done) return first.value;
    return new Promise<T>((resolve, reject) => this.wait({ steps, owner, watch, resolve, reject }));
  }

  /** Runs what writes, which goes on in another piece where the slice is over. */
  write<T>(work: () => T): T {
    return this.piece(WRITE_SLICE, work).value;
  }

  /** Ends the reads of `owner` that wait, all without one. */
  interrupt(error: Error, owner?: object): void {
    const ended = this.waiting.filter((read) => owner === undefined || read.owner === owner);
    this.waiting = this.waiting.filter((read) => !ended.includes(read));
    for (const { steps, reject } of ended) {
      steps.return(undefined as never);
      reject(error);
    }
  }

  /** @returns who watches at its end, too: what comes next is another's */
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

/** The results alone, for who cannot give way. */
export function* withoutPauses<T>(results: Iterable<T | Pause>): Generator<T> {
  for (const result of results) if (result !== PAUSE) yield result as T;
}

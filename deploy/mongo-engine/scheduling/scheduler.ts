/** What a read yields where others may have the thread. */
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
    this.begin(FIRST_SLICE);
    const first = steps.next();
    if (first.done) return first.value;
    return new Promise<T>((resolve, reject) => this.wait({ steps, owner, resolve, reject }));
  }

  beginWrite(): void {
    this.begin(WRITE_SLICE);
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

  private begin(slice: number): void {
    this.turnStart = performance.now();
    this.sliceEnd = this.turnStart + slice;
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
    this.begin(SLICE);
    try {
      const step = read.steps.next();
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

import { MongoError } from './semantics/error.ts';

/** When a command has to be done (`maxTimeMS`), in milliseconds of the process's clock. */
export class Deadline {
  private readonly at: number;
  private steps = 0;

  constructor(maxTimeMs: number | undefined) {
    this.at = maxTimeMs ? performance.now() + maxTimeMs : Number.POSITIVE_INFINITY;
  }

  /** Called for every document. @throws MongoError 50 when the time is over */
  check(): void {
    if (this.at === Number.POSITIVE_INFINITY || this.steps++ % 16 !== 0 || performance.now() < this.at) return;
    throw new MongoError(50, 'MaxTimeMSExpired', 'operation exceeded time limit');
  }
}

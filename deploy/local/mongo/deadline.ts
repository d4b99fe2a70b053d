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
    throw expired();
  }

  /** Waits for what another command has to finish. @throws MongoError 50 when the time is over before */
  async wait(promise: Promise<void>): Promise<void> {
    if (this.at === Number.POSITIVE_INFINITY) return promise;
    const { promise: over, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(expired()), this.at - performance.now());
    await Promise.race([promise, over]).finally(() => clearTimeout(timer));
  }
}

const expired = () => new MongoError(50, 'MaxTimeMSExpired', 'operation exceeded time limit');

import { MongoError } from '../values/error.ts';
import { type Watch, watchBy } from '../values/watch.ts';
import type { Scheduler } from './scheduler.ts';

/** Milliseconds that the work on one document may keep all others from the thread. */
const MAX_BLOCKED = 2_000;

/** The client that waits for a command. */
interface Caller {
  hasLeft: boolean;
}

/** When a command has to be done (`maxTimeMS`), in milliseconds of the process's clock, and when it has to give way. */
export class Deadline implements Watch {
  private at: number;
  private readonly scheduler: Scheduler | undefined;
  private caller: Caller | undefined;
  private restsSince: number | undefined;
  private checkedAt = performance.now();
  /** When the work began that is watched now, by the clock, and how much of the processor the thread had had about then. */
  private watched = { since: 0, processor: 0 };

  constructor(maxTimeMs: number | undefined, scheduler?: Scheduler, caller?: Caller) {
    this.caller = caller;
    this.at = maxTimeMs ? performance.now() + maxTimeMs : Number.POSITIVE_INFINITY;
    this.scheduler = scheduler;
  }

  /**
   * Called for every key, document and statement. What the command does from then on is watched, until the next call.
   * @returns whether others are to have the thread. @throws MongoError 50 when the time is over, 279 when nobody waits
   */
  check(): boolean {
    const now = performance.now();
    this.checkedAt = now;
    if (now >= this.at) throw expired();
    if (this.caller?.hasLeft) throw left();
    if (!this.scheduler) return false;
    watchBy(this);
    return this.scheduler.isSliceOver(now);
  }

  /** A resting cursor uses no time. */
  rest(): void {
    this.restsSince = performance.now();
  }

  /** Goes on with what rests for who waits for another command, perhaps on another connection. */
  goOn({ caller }: Deadline): void {
    this.at += performance.now() - (this.restsSince ?? performance.now());
    this.restsSince = undefined;
    this.caller = caller;
  }

  /** Within one document. A busy machine refuses no more: the processor's time counts. @throws MongoError 50 and 262 */
  look(): void {
    const now = performance.now();
    if (now >= this.at) throw expired();
    const since = this.since();
    if (this.watched.since !== since) this.watched = { since, processor: processorTime() };
    if (now > since + MAX_BLOCKED && processorTime() > this.watched.processor + MAX_BLOCKED) throw tooLong();
  }

  /** When the work began that has not given way since. */
  private since(): number {
    return Math.max(this.checkedAt, this.scheduler?.turnStart ?? 0);
  }

  /** Waits for what another command has to finish. @throws MongoError 50 when the time is over before */
  async wait(promise: Promise<void>): Promise<void> {
    if (this.at === Number.POSITIVE_INFINITY) return promise;
    const { promise: over, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(expired()), this.at - performance.now());
    await Promise.race([promise, over]).finally(() => clearTimeout(timer));
  }
}

/** Milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const tooLong = () => new MongoError(262, 'ExceededTimeLimit', 'operation exceeded time limit within one document');
const left = () => new MongoError(279, 'ClientDisconnect', 'operation was interrupted because a client disconnected');
const expired = () => new MongoError(50, 'MaxTimeMSExpired', 'operation exceeded time limit');

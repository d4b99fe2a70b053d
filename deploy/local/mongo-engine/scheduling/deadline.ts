import { MongoError } from '../values/error.ts';
import { type Watch, watchBy } from '../values/watch.ts';
import type { Scheduler } from './scheduler.ts';

/** Maximum milliseconds that the work on one document may block the thread. */
const MAX_BLOCKED = 2_000;

/** The client that waits for a command. */
interface Caller {
  hasLeft: boolean;
}

/**
 * The limits of a command: its deadline (`maxTimeMS`), and the time when it must give the thread to others. Times are
 * milliseconds of performance.now().
 */
export class Deadline implements Watch {
  private at: number;
  private readonly scheduler: Scheduler | undefined;
  private caller: Caller | undefined;
  private restsSince: number | undefined;
  private checkedAt = performance.now();
  /** Start of the work that is watched now, and the thread's processor time at about that start, in milliseconds. */
  private watched = { since: 0, processor: 0 };

  constructor(maxTimeMs: number | undefined, scheduler?: Scheduler, caller?: Caller) {
    this.caller = caller;
    this.at = maxTimeMs ? performance.now() + maxTimeMs : Number.POSITIVE_INFINITY;
    this.scheduler = scheduler;
  }

  /**
   * Called for every key, document and statement. Watches the command's work from now until the next call.
   * @returns true if others need the thread. @throws MongoError 50 when the time is over, 279 when the client has left
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

  /** Stops the time, while no command reads the cursor. */
  rest(): void {
    this.restsSince = performance.now();
  }

  /** Continues the time after `rest`, for the client of another command. It may be on another connection. */
  goOn({ caller }: Deadline): void {
    this.at += performance.now() - (this.restsSince ?? performance.now());
    this.restsSince = undefined;
    this.caller = caller;
  }

  /**
   * Checks the time within the work on one document. Processor time counts, so that a busy machine does not refuse more
   * commands. @throws MongoError 50 and 262
   */
  look(): void {
    const now = performance.now();
    if (now >= this.at) throw expired();
    // The last check, or the start of the turn.
    const since = Math.max(this.checkedAt, this.scheduler?.turnStart ?? 0);
    if (this.watched.since !== since) this.watched = { since, processor: processorTime() };
    if (now > since + MAX_BLOCKED && processorTime() > this.watched.processor + MAX_BLOCKED) throw tooLong();
  }

  /** Waits for another command to end something. @throws MongoError 50 if the time is over before */
  async wait(promise: Promise<void>): Promise<void> {
    if (this.at === Number.POSITIVE_INFINITY) return promise;
    const { promise: over, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(expired()), this.at - performance.now());
    await Promise.race([promise, over]).finally(() => clearTimeout(timer));
  }
}

/** Processor time of this thread, in milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const tooLong = () => new MongoError(262, 'ExceededTimeLimit', 'operation exceeded time limit within one document');
const left = () => new MongoError(279, 'ClientDisconnect', 'operation was interrupted because a client disconnected');
const expired = () => new MongoError(50, 'MaxTimeMSExpired', 'operation exceeded time limit');

import { AppError, type ErrorCode } from './errors.ts';
import { Unreadable } from './event-message.ts';
import { databaseFault } from './transaction.ts';

/** Milliseconds before each further delivery; after the last one the message is dead. */
const BACKOFF = [250, 1000, 2000, 5000, 10_000, 30_000, 60_000];
/** The longest pause, also of what cannot be buried yet. */
export const LONGEST_PAUSE = 60_000;

const WAITED_FOR = new Set<ErrorCode>(['upstream_unavailable', 'deadline_exceeded', 'outcome_unknown', 'conflict']);

/**
 * When a message that was not handled comes again. What is down is waited for, for ever; those deliveries do not count
 * when the message fails for a reason of its own later on. The count is this process': another one starts anew.
 */
export class Redelivery {
  readonly #faults = new Map<number, number>();

  /** Milliseconds until the message comes again; undefined when it is dead. `deliveries`: this one included. */
  pauseAfter(thrown: unknown, sequence: number, deliveries: number): number | undefined {
    if (thrown instanceof Unreadable) return undefined;
    const error = databaseFault(thrown);
    if (error instanceof AppError && WAITED_FOR.has(error.code)) return BACKOFF[deliveries - 1] ?? LONGEST_PAUSE;
    const faults = (this.#faults.get(sequence) ?? 0) + 1;
    this.#faults.set(sequence, faults);
    return BACKOFF[faults - 1];
  }

  /** The message is handled or buried. */
  forget(sequence: number): void {
    this.#faults.delete(sequence);
  }
}

import { AppError, type ErrorCode } from '../domain/errors.ts';
import { databaseFault } from '../mongo/transaction.ts';
import { OfNewerVersion, Unreadable } from './event-message.ts';
import { Deadly } from './suspects.ts';

/** Milliseconds before each further delivery; after the last one the message is dead. */
const BACKOFF = [250, 1000, 2000, 5000, 10_000, 30_000, 60_000];
/** The longest pause, also of what cannot become a dead letter yet. */
export const LONGEST_PAUSE = 60_000;
/** The server's count rises with every interruption too; no message is dead that the process has not failed at as often. */
const LEAST_FAULTS = 3;
/** Milliseconds before what is left to a newer version comes again, at first and at most. */
const FIRST_LEFT = 1000;
const LONGEST_LEFT = 3600_000;
/** Milliseconds: what is back is to be noticed soon (decisions 1: Eventual facts). */
const LONGEST_WAIT = 4000;

const WAITED_FOR = new Set<ErrorCode>(['upstream_unavailable', 'deadline_exceeded', 'outcome_unknown', 'conflict']);

/** Whether something is down, or was lost in a race, and not the message at fault: it is waited for, for ever. */
export function isOutage(thrown: unknown): boolean {
  const error = databaseFault(thrown);
  return error instanceof AppError && WAITED_FOR.has(error.code);
}

/** Milliseconds until what waits for something that is down is tried again, after as many attempts. */
export function pauseBefore(attempts: number): number {
  return Math.min(BACKOFF[attempts - 1] ?? LONGEST_WAIT, LONGEST_WAIT);
}

/**
 * Milliseconds until a message that failed for a reason of its own comes again; undefined when it is dead. `deliveries`:
 * this one included, to whichever process and however they ended; `faults`: those that failed in this process.
 */
export function pauseOf(error: unknown, deliveries: number, faults: number): number | undefined {
  if (error instanceof Unreadable || error instanceof Deadly) return undefined;
  if (error instanceof OfNewerVersion) return pauseOfLeft(deliveries);
  return BACKOFF[deliveries - 1] ?? (faults < LEAST_FAULTS ? LONGEST_PAUSE : undefined);
}

/**
 * Milliseconds until what is left to a newer version comes again: as long as it has waited, so that 18 hours pass before it
 * was delivered as often as what ends processes.
 */
export function pauseOfLeft(deliveries: number): number {
  return Math.min(FIRST_LEFT * 2 ** (deliveries - 1), LONGEST_LEFT);
}

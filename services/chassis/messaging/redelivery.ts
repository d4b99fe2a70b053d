import { AppError, type ErrorCode } from '../domain/errors.ts';
import { databaseFault } from '../mongo/transaction.ts';
import { OfNewerVersion, Unreadable } from './event-message.ts';
import { Deadly } from './suspects.ts';

/** Milliseconds before each further delivery. After the last one the message becomes a dead letter. */
const BACKOFF = [250, 1000, 2000, 5000, 10_000, 30_000, 60_000];
/** Maximum milliseconds between two deliveries, also for a message that cannot become a dead letter yet. */
export const LONGEST_PAUSE = 60_000;
/**
 * Minimum number of failures in this process before a message becomes a dead letter: the server's count of deliveries
 * also rises with every interruption.
 */
const LEAST_FAULTS = 3;
/** Milliseconds before the first further delivery of a message that is left to a newer version. */
const FIRST_LEFT = 1000;
/** Maximum milliseconds before a further delivery of such a message. */
const LONGEST_LEFT = 3600_000;
/**
 * Maximum milliseconds between two attempts while something is down. Its return must be noticed soon (decisions 1:
 * Eventual facts).
 */
const LONGEST_WAIT = 4000;

const WAITED_FOR = new Set<ErrorCode>(['upstream_unavailable', 'deadline_exceeded', 'outcome_unknown', 'conflict']);

/** True if something is down or a race was lost, so that the message is not at fault. Then the attempts never stop. */
export function isOutage(thrown: unknown): boolean {
  const error = databaseFault(thrown);
  return error instanceof AppError && WAITED_FOR.has(error.code);
}

/** Milliseconds before the next attempt while something is down. `attempts`: number of attempts so far. */
export function pauseBefore(attempts: number): number {
  return Math.min(BACKOFF[attempts - 1] ?? LONGEST_WAIT, LONGEST_WAIT);
}

/**
 * Milliseconds until a message that failed for its own reason is delivered again; undefined: it becomes a dead letter.
 * `deliveries`: number of deliveries to any process, including this one. `faults`: number of failures in this process.
 */
export function pauseOf(error: unknown, deliveries: number, faults: number): number | undefined {
  if (error instanceof Unreadable || error instanceof Deadly) return undefined;
  if (error instanceof OfNewerVersion) return pauseOfLeft(deliveries);
  return BACKOFF[deliveries - 1] ?? (faults < LEAST_FAULTS ? LONGEST_PAUSE : undefined);
}

/**
 * Milliseconds until a message that is left to a newer version is delivered again. The pause doubles each time, so 18
 * hours pass before its number of deliveries is that of a message that ends processes.
 */
export function pauseOfLeft(deliveries: number): number {
  return Math.min(FIRST_LEFT * 2 ** (deliveries - 1), LONGEST_LEFT);
}

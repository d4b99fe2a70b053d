/** Seconds before each attempt, counted from the previous attempt (decisions 5: Delivery). */
export const DEFAULT_SCHEDULE = '0,5,300,1800,7200,18000,36000,36000';

const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 24 * 3600_000;

/** Milliseconds before each attempt. The first is 0. */
export type Schedule = readonly number[];

/** Parses seconds, comma-separated. If the list does not begin with 0, it holds only the delays of the retries. */
export function parseSchedule(text: string): Schedule {
  const delays = text.split(',').map((part) => Number(part) * 1000);
  return delays[0] === 0 ? delays : [0, ...delays];
}

export function isSchedule(text: string): boolean {
  return text.split(',').every((part) => /^\s*\d+(\.\d+)?\s*$/.test(part));
}

/**
 * Milliseconds until the next attempt after `attempts` failed ones; undefined after the last. `random` is at least 0
 * and below 1, and changes the delay by up to 10 % in both directions. A longer Retry-After of at most 24 h replaces
 * the delay.
 */
export function nextDelay(schedule: Schedule, attempts: number, random: number, retryAfterMs = 0): number | undefined {
  const delay = schedule[attempts];
  if (delay === undefined) return undefined;
  const spread = delay * (1 - JITTER + 2 * JITTER * random);
  return Math.max(spread, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

/** Maximum milliseconds from the first attempt to the last, if no Retry-After extends a delay. */
export const longestSpan = (schedule: Schedule): number =>
  schedule.reduce((sum, delay) => sum + delay, 0) * (1 + JITTER);

/** Maximum milliseconds between two attempts, if no Retry-After extends the delay. */
export const longestGap = (schedule: Schedule): number => Math.max(...schedule) * (1 + JITTER);

/**
 * A Retry-After of RFC 9110, in seconds or as an HTTP date, as milliseconds from `now`; undefined if it cannot be
 * parsed.
 */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/** Seconds before each attempt, counted from the one before (decisions 5: Delivery). */
export const DEFAULT_SCHEDULE = '0,5,300,1800,7200,18000,36000,36000';

const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 24 * 3600_000;

/** Milliseconds before each attempt; the first is always at once. */
export type Schedule = readonly number[];

/** Reads seconds, comma-separated. A list that does not begin with 0 holds the delays of the retries alone. */
export function parseSchedule(text: string): Schedule {
  const delays = text.split(',').map((part) => Number(part) * 1000);
  return delays[0] === 0 ? delays : [0, ...delays];
}

export function isSchedule(text: string): boolean {
  return text.split(',').every((part) => /^\s*\d+(\.\d+)?\s*$/.test(part));
}

/**
 * Milliseconds until the next attempt after `attempts` failed ones, or undefined after the last. `random` is in [0, 1)
 * and spreads the delay by 10 % either way; a Retry-After beyond it is honoured, up to 24 h.
 */
export function nextDelay(schedule: Schedule, attempts: number, random: number, retryAfterMs = 0): number | undefined {
  const delay = schedule[attempts];
  if (delay === undefined) return undefined;
  const spread = delay * (1 - JITTER + 2 * JITTER * random);
  return Math.max(spread, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

/** Milliseconds from the first attempt to the last, where each is spread as far as can be and none put off. */
export const longestSpan = (schedule: Schedule): number =>
  schedule.reduce((sum, delay) => sum + delay, 0) * (1 + JITTER);

/** Milliseconds between two attempts at most, where none is put off. */
export const longestGap = (schedule: Schedule): number => Math.max(...schedule) * (1 + JITTER);

/** RFC 9110: Retry-After as seconds or as an HTTP date, in milliseconds from `now`; undefined when unreadable. */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

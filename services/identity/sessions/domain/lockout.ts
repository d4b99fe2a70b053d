/**
 * Milliseconds: failed logins of one email and address within this time lock the pair for the same time (decisions 3:
 * Login).
 */
export const WINDOW_MS = 15 * 60_000;
/**
 * Maximum number of failed logins of one email, from any address, within an hour. Then further attempts are slowed
 * down.
 */
export const EMAIL_LIMIT = 100;
export const EMAIL_WINDOW_MS = 60 * 60_000;

/**
 * Milliseconds after which a guess without an outcome no longer counts: its process has died and has given no answer.
 */
const OPEN_MS = 30_000;

/** A guess that has failed, or whose outcome is not yet known. */
export interface Noted {
  at: Date;
  isOpen: boolean;
}

/** The last failed guesses and the guesses in progress, the newest first. */
export interface Failures {
  /** Guesses for this email from this address. */
  pair: Noted[];
  /** Guesses for this email from any address. */
  email: Noted[];
}

export interface Refusal {
  /** The kind of failures that exceed the limit; undefined if the limit is only exceeded with guesses in progress. */
  of: keyof Failures | undefined;
  reason: string;
  /** Whole seconds, at least 1. */
  retryAfter: number;
}

/** Seconds. */
const BUSY_RETRY_S = 1;

/**
 * The reason why a login must not be tried now; undefined if it may be tried. `of` is undefined if guesses in progress
 * could reach the limit.
 */
export function refusal(noted: Failures, pairLimit: number, now: Date): Refusal | undefined {
  const counted = (counts: (one: Noted) => boolean) => {
    const timesOf = (all: Noted[]) => all.filter(counts).map(({ at }) => at);
    return lockOf({ pair: timesOf(noted.pair), email: timesOf(noted.email) }, pairLimit, now);
  };
  const locked = counted(({ isOpen }) => !isOpen);
  if (locked) return locked;
  const isLast = counted(({ at, isOpen }) => !isOpen || now.getTime() - at.getTime() < OPEN_MS) !== undefined;
  return isLast ? { of: undefined, reason: 'Too many logins at once', retryAfter: BUSY_RETRY_S } : undefined;
}

function lockOf(failures: Record<keyof Failures, Date[]>, pairLimit: number, now: Date): Refusal | undefined {
  const locked = remaining(burstEnd(failures.pair, pairLimit, WINDOW_MS, WINDOW_MS), now);
  if (locked > 0)
    return { of: 'pair', reason: 'Too many failed logins for this email from this address', retryAfter: locked };
  // The pause is long enough that a steady attacker stays within the hourly limit. The owner of the email can still log
  // in between.
  const spacing = EMAIL_WINDOW_MS / EMAIL_LIMIT;
  const slowed = remaining(burstEnd(failures.email, EMAIL_LIMIT, EMAIL_WINDOW_MS, spacing), now);
  if (slowed > 0) return { of: 'email', reason: 'Too many failed logins for this email', retryAfter: slowed };
  return undefined;
}

/**
 * Epoch milliseconds until which `limit` failures within `window` refuse further attempts: `pause` after the last
 * failure. 0 if there are fewer failures.
 */
function burstEnd(newestFirst: Date[], limit: number, window: number, pause: number): number {
  const last = newestFirst[0];
  const first = newestFirst[limit - 1];
  if (!last || !first || last.getTime() - first.getTime() >= window) return 0;
  return last.getTime() + pause;
}

function remaining(end: number, now: Date): number {
  return Math.max(0, Math.ceil((end - now.getTime()) / 1000));
}

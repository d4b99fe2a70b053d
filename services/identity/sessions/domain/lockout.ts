/** decisions 3: Login. Failures of one email and address within WINDOW lock that pair for as long again. */
export const WINDOW_MS = 15 * 60_000;
/** Failures of one email, from anywhere, within an hour slow it down. */
export const EMAIL_LIMIT = 100;
export const EMAIL_WINDOW_MS = 60 * 60_000;

/** Milliseconds, longer than a guess takes: after that its process has died, which has told nobody whether it is right. */
const OPEN_MS = 30_000;

/** A guess that has failed, or whose outcome is not known yet. */
export interface Noted {
  at: Date;
  isOpen: boolean;
}

/** The last failures, and the guesses that are made just now, the newest first. */
export interface Failures {
  /** Failures of this email from this address. */
  pair: Noted[];
  /** Failures of this email from anywhere. */
  email: Noted[];
}

export interface Refusal {
  /** The failures that are too many: of the email from this address, or from anywhere. */
  of: keyof Failures | undefined;
  reason: string;
  /** Whole seconds, at least 1. */
  retryAfter: number;
}

/** Seconds. */
const BUSY = 1;

/**
 * Why a login may not be tried now, and for how long; undefined when it may. `of` is undefined where it depends on guesses
 * that are made just now: each may be the last that is allowed.
 */
export function refusal(noted: Failures, pairLimit: number, now: Date): Refusal | undefined {
  const counted = (counts: (one: Noted) => boolean) => {
    const timesOf = (all: Noted[]) => all.filter(counts).map(({ at }) => at);
    return lockOf({ pair: timesOf(noted.pair), email: timesOf(noted.email) }, pairLimit, now);
  };
  const locked = counted(({ isOpen }) => !isOpen);
  if (locked) return locked;
  const isLast = counted(({ at, isOpen }) => !isOpen || now.getTime() - at.getTime() < OPEN_MS) !== undefined;
  return isLast ? { of: undefined, reason: 'Too many logins at once', retryAfter: BUSY } : undefined;
}

function lockOf(failures: Record<keyof Failures, Date[]>, pairLimit: number, now: Date): Refusal | undefined {
  const locked = remaining(burstEnd(failures.pair, pairLimit, WINDOW_MS, WINDOW_MS), now);
  if (locked > 0)
    return { of: 'pair', reason: 'Too many failed logins for this email from this address', retryAfter: locked };
  // Spaced so that even a steady guesser stays within the hourly limit, and the owner of the email still gets a turn.
  const spacing = EMAIL_WINDOW_MS / EMAIL_LIMIT;
  const slowed = remaining(burstEnd(failures.email, EMAIL_LIMIT, EMAIL_WINDOW_MS, spacing), now);
  if (slowed > 0) return { of: 'email', reason: 'Too many failed logins for this email', retryAfter: slowed };
  return undefined;
}

/** Epoch ms at which `limit` failures within `window` are forgiven, `pause` after the last; 0 when there are not so many. */
function burstEnd(newestFirst: Date[], limit: number, window: number, pause: number): number {
  const last = newestFirst[0];
  const first = newestFirst[limit - 1];
  if (!last || !first || last.getTime() - first.getTime() >= window) return 0;
  return last.getTime() + pause;
}

function remaining(end: number, now: Date): number {
  return Math.max(0, Math.ceil((end - now.getTime()) / 1000));
}

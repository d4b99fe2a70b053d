/** decisions 3: Login. Failures of one email and address within WINDOW lock that pair for as long again. */
export const WINDOW_MS = 15 * 60_000;
/** Failures of one email, from anywhere, within an hour slow it down. */
export const EMAIL_LIMIT = 100;
export const EMAIL_WINDOW_MS = 60 * 60_000;

/** The last failures, the newest first. */
export interface Failures {
  /** Of this email from this address: at most as many as the limit. */
  pair: Date[];
  /** Of this email from anywhere: at most EMAIL_LIMIT. */
  email: Date[];
}

export interface Refusal {
  /** Which failures are too many: of the email from this address, or from anywhere. */
  of: keyof Failures;
  reason: string;
  /** Whole seconds, at least 1. */
  retryAfter: number;
}

/** Why a login may not be tried now, and for how long; undefined when it may. */
export function refusal(failures: Failures, pairLimit: number, now: Date): Refusal | undefined {
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

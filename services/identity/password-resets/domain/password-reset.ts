/** Milliseconds: the lifetime of a link, and the least time between two mails to one email (decisions 3: Reset). */
export const LINK_LIFETIME_MS = 30 * 60_000;
export const MAIL_INTERVAL_MS = 60_000;

/**
 * Number of valid links of a user: the newest ones. A newer link does not end the previous one, because anybody can
 * request a link while the owner is using the previous one.
 */
export const LINKS_KEPT = 2;

/** A request for a link to an email. The email may have no user. */
export interface ResetRequest {
  /** In canonical form. */
  email: string;
  requestedAt: Date;
  /** The time of the last mail; null if there was none. */
  mailedAt: Date | null;
  /** The time at which the mail must be written; null after it was written. */
  dueAt: Date | null;
}

/** A mailed link that was not used. */
export interface ResetLink {
  userId: string;
  /** The email at the time of the request. If the user has another email now, the link is void. */
  mailedTo: string;
  /** SHA-256 of the token. */
  tokenHash: string;
  expiresAt: Date;
}

/**
 * The request after an `earlier` request for the same email; undefined if nothing changes. Within a minute of the
 * earlier request nothing changes, for known and unknown emails alike, because anybody can request a link.
 */
export function requestReset(earlier: ResetRequest | undefined, email: string, now: Date): ResetRequest | undefined {
  if (earlier && now.getTime() - earlier.requestedAt.getTime() < MAIL_INTERVAL_MS) return undefined;
  const mailedAt = earlier?.mailedAt ?? null;
  const earliest = mailedAt === null ? 0 : mailedAt.getTime() + MAIL_INTERVAL_MS;
  return { email, requestedAt: now, mailedAt, dueAt: new Date(Math.max(now.getTime(), earliest)) };
}

/** The mail to the owner of the email. ASCII. */
export function resetMail(link: string): { subject: string; text: string } {
  const minutes = LINK_LIFETIME_MS / 60_000;
  return {
    subject: 'Set a new password',
    text: [
      'Hello,',
      '',
      'somebody, hopefully you, asked for a new password for your Selvedge account.',
      `Set it here, within ${minutes} minutes; the link works once:`,
      '',
      link,
      '',
      'If it was not you, do nothing: your password stays what it is.',
    ].join('\n'),
  };
}

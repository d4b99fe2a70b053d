/** decisions 3: Reset. Milliseconds that a link is good for, and between two mails to one email. */
export const LINK_LIFETIME_MS = 30 * 60_000;
export const MAIL_INTERVAL_MS = 60_000;

/**
 * Links of one user that are good at once, the newest: anybody may ask for more, which is not to void the one that its
 * owner is just using.
 */
export const LINKS_KEPT = 2;

/** A request for a link to an email, with or without a user of that email. */
export interface ResetRequest {
  /** Canonical. */
  email: string;
  requestedAt: Date;
  /** When a link was mailed last. */
  mailedAt: Date | null;
  /** When the mail is to be written; null when that is done. */
  dueAt: Date | null;
}

/** A link that a user was mailed, and has not used. */
export interface ResetLink {
  userId: string;
  /** The email at the time of the request. A user who has another email since has lost that mailbox. */
  mailedTo: string;
  /** SHA-256 of the token. */
  tokenHash: string;
  expiresAt: Date;
}

/**
 * The request after `earlier` requests for the same email; undefined if nothing changes. Anybody may ask, so within a
 * minute of the last request nothing happens, for known and unknown emails alike.
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

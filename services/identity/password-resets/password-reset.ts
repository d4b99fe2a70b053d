/** decisions 3: Reset. Milliseconds that a link is good for, and between two mails to one email. */
export const LINK_LIFETIME_MS = 30 * 60_000;
export const MAIL_INTERVAL_MS = 60_000;

/**
 * Links of one user that are good at once, the newest: anybody may ask for more, which is not to void the one that its
 * owner is just using.
 */
export const LINKS_KEPT = 2;

/** Why a mail is asked for: the owner has forgotten the password, or an admin has made an account without one. */
export type Reason = 'forgotten' | 'welcome';

/** What is known of an email that a link was asked for, whether or not there is such a user. */
export interface ResetRequest {
  /** Canonical. */
  email: string;
  reason: Reason;
  requestedAt: Date;
  /** When a link was mailed last. */
  mailedAt: Date | null;
  /** When the mail is to be written; null when that is done. */
  dueAt: Date | null;
}

/** A link that a user was mailed, and has not used. */
export interface ResetLink {
  userId: string;
  /** Who has another email by now has lost the mailbox that the link went to. */
  mailedTo: string;
  /** SHA-256 of the token. */
  tokenHash: string;
  expiresAt: Date;
}

/**
 * What asking for a link leaves, after `earlier` requests for the same email; undefined when that changes nothing.
 * Anybody may ask, so within a minute of the last request nothing happens, for known and unknown emails alike. An admin's
 * welcome counts in any case; its mail waits for the minute to be over.
 */
export function requestReset(
  earlier: ResetRequest | undefined,
  { email, reason }: Pick<ResetRequest, 'email' | 'reason'>,
  now: Date,
): ResetRequest | undefined {
  const isRecent = earlier !== undefined && now.getTime() - earlier.requestedAt.getTime() < MAIL_INTERVAL_MS;
  if (isRecent && reason === 'forgotten') return undefined;
  const mailedAt = earlier?.mailedAt ?? null;
  const earliest = mailedAt === null ? 0 : mailedAt.getTime() + MAIL_INTERVAL_MS;
  return { email, reason, requestedAt: now, mailedAt, dueAt: new Date(Math.max(now.getTime(), earliest)) };
}

/** What the owner of the email reads. ASCII. */
export function resetMail(reason: Reason, link: string): { subject: string; text: string } {
  const minutes = LINK_LIFETIME_MS / 60_000;
  const opening = {
    forgotten: 'somebody, hopefully you, asked for a new password for your Selvedge account.',
    welcome: 'an account at Selvedge has been made for you. It needs a password of yours.',
  }[reason];
  const closing = {
    forgotten: 'If it was not you, do nothing: your password stays what it is.',
    welcome: 'If the link has expired, the same page sends you a new one.',
  }[reason];
  return {
    subject: reason === 'forgotten' ? 'Set a new password' : 'Set your password',
    text: [
      'Hello,',
      '',
      opening,
      `Set it here, within ${minutes} minutes; the link works once:`,
      '',
      link,
      '',
      closing,
    ].join('\n'),
  };
}

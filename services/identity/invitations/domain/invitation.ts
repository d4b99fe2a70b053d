/** decisions 3: Invitations. Milliseconds that a link is good for, and between two mails of an org to one email. */
export const LINK_LIFETIME_MS = 7 * 86_400_000;
export const MAIL_INTERVAL_MS = 60_000;

/** A link that was mailed. It is good while the org's invitation of the email waits. */
export interface InvitationLink {
  orgId: string;
  /** Canonical. */
  email: string;
  /** SHA-256 of the token. */
  tokenHash: string;
  mailedAt: Date;
  expiresAt: Date;
}

/** Whether a mail may go to an email that the org wrote to at `mailedAt`; the link of then is still good. */
export function isMailDue(mailedAt: Date | undefined, now: Date): boolean {
  return mailedAt === undefined || now.getTime() - mailedAt.getTime() >= MAIL_INTERVAL_MS;
}

/** A line of a mail must not be longer than 998 bytes (RFC 5322). */
const MAX_NAME = 100;

/**
 * A name as a mail shows it, which strangers chose: one line, and no link of its own.
 */
export function nameInMail(name: string): string {
  const line = name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').replaceAll('://', ' ');
  return [...line].slice(0, MAX_NAME).join('').trim();
}

/** The mail to the owner of the email, with or without an account. */
export function invitationMail(orgName: string, link: string): { subject: string; text: string } {
  const days = LINK_LIFETIME_MS / 86_400_000;
  return {
    subject: 'You are invited to an organisation at Selvedge',
    text: [
      'Hello,',
      '',
      'you are invited to join this organisation at Selvedge:',
      '',
      `    ${nameInMail(orgName)}`,
      '',
      `Accept it here, within ${days} days; the link works once:`,
      '',
      link,
      '',
      'If you do not know the organisation, do nothing: without you nobody acts in your name.',
    ].join('\n'),
  };
}

/**
 * Milliseconds: the lifetime of a link, and the least time between two mails of an org to one email (decisions 3:
 * Invitations).
 */
export const LINK_LIFETIME_MS = 7 * 86_400_000;
export const MAIL_INTERVAL_MS = 60_000;

/** A mailed link. It is valid while the org's invitation of the email is not accepted or withdrawn. */
export interface InvitationLink {
  orgId: string;
  /** In canonical form. */
  email: string;
  /** SHA-256 of the token. */
  tokenHash: string;
  mailedAt: Date;
  expiresAt: Date;
}

/**
 * Whether another mail may be sent. `mailedAt`: the time of the org's last mail to this email, whose link is still
 * valid.
 */
export function isMailDue(mailedAt: Date | undefined, now: Date): boolean {
  return mailedAt === undefined || now.getTime() - mailedAt.getTime() >= MAIL_INTERVAL_MS;
}

/** Keeps a line of a mail below the limit of 998 bytes (RFC 5322). */
const MAX_NAME = 100;

/** The name of an org in a mail. Strangers choose such names, so line breaks and links are removed. */
export function nameInMail(name: string): string {
  const line = name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').replaceAll('://', ' ');
  return [...line].slice(0, MAX_NAME).join('').trim();
}

/** The mail to the owner of the email. It is the same whether or not a user exists. */
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

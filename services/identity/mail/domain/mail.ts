/** A mail in the queue. Its text may contain a secret. */
export interface Mail {
  id: string;
  to: string;
  /** The org that caused the mail; absent if the receiver asked for it. */
  orgId?: string | undefined;
  /** Printable ASCII, one line. */
  subject: string;
  /** Lines end with \n, and have at most 998 bytes. */
  text: string;
  /** The time from which the mail is useless. */
  expiresAt: Date;
}

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** The time of the next attempt after `attempts` failures; undefined if the mail will have expired. */
export function retryAt({ expiresAt }: Pick<Mail, 'expiresAt'>, attempts: number, now: Date): Date | undefined {
  const pause = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
  const at = new Date(now.getTime() + pause);
  return at < expiresAt ? at : undefined;
}

/**
 * The mail in the format of RFC 5322. `from`: printable ASCII. The text is not encoded, so that links are readable in
 * local mail files too.
 */
export function message({ id, to, subject, text }: Mail, from: string, now: Date): string {
  const isAscii = Buffer.byteLength(text) === text.length;
  const domain = from.replace(/^.*@/, '').replace('>', '');
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    // The id is the same for all attempts, so that mail programs show a repeated mail once.
    `Message-ID: <${id}@${domain}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    `Content-Type: text/plain; charset=${isAscii ? 'us-ascii' : 'utf-8'}`,
    `Content-Transfer-Encoding: ${isAscii ? '7bit' : '8bit'}`,
    '',
    ...text.split('\n'),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

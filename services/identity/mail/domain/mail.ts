/** A mail that waits to be sent. Its text may hold a secret. */
export interface Mail {
  id: string;
  to: string;
  /** The org that has it sent; absent: its receiver asked for it. */
  orgId?: string | undefined;
  /** Printable ASCII, one line. */
  subject: string;
  /** Lines end with \n, and have at most 998 bytes. */
  text: string;
  /** When nobody has a use for it any more. */
  expiresAt: Date;
}

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** When a mail is to be tried again whose `attempts` failed; undefined when it will have expired. */
export function retryAt({ expiresAt }: Pick<Mail, 'expiresAt'>, attempts: number, now: Date): Date | undefined {
  const pause = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
  const at = new Date(now.getTime() + pause);
  return at < expiresAt ? at : undefined;
}

/**
 * The mail as it is sent (RFC 5322). Put together by hand, so that no encoding breaks a link in two: mail programs mend
 * that, but who reads a local mail file would see it. `from` is printable ASCII.
 */
export function message({ id, to, subject, text }: Mail, from: string, now: Date): string {
  const isAscii = Buffer.byteLength(text) === text.length;
  const domain = from.replace(/^.*@/, '').replace('>', '');
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    // The same on every attempt: a mail program that gets it twice shows it once.
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

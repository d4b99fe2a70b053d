import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { createTransport } from 'nodemailer';
import { AppError } from '#chassis/domain/errors.ts';
import { type Mail, message } from './domain/mail.ts';

/** The destination of mails. */
export interface MailTransport {
  /** Errors: MailRefused if no later attempt can succeed; any other error may disappear. */
  send(mail: Mail): Promise<void>;
}

/** The receiver's server refuses the address permanently. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

export interface MailSettings {
  SMTP_URL?: string | undefined;
  MAIL_FROM: string;
  MAIL_DIR?: string | undefined;
}

const TIMEOUT_MS = 10_000;
/** Loaded only if a mail server is configured. */
const nodemailer = (): { createTransport: typeof createTransport } => createRequire(import.meta.url)('nodemailer');

/** The mail server, otherwise the folder. If neither is configured, each send fails. */
export function createMailTransport({ SMTP_URL, MAIL_FROM, MAIL_DIR }: MailSettings): MailTransport {
  if (SMTP_URL) return smtp(SMTP_URL, MAIL_FROM);
  if (MAIL_DIR) return files(MAIL_DIR, MAIL_FROM);
  return { send: () => Promise.reject(new AppError('upstream_unavailable', 'Neither SMTP_URL nor MAIL_DIR is set')) };
}

/**
 * Requires an encrypted connection, because a link in a mail opens an account. `?ignoreTLS=true` in the URL allows a
 * connection without encryption.
 */
function smtp(address: string, from: string): MailTransport {
  const url = new URL(address);
  const transport = nodemailer().createTransport({
    url: address,
    requireTLS: url.protocol === 'smtp:' && url.searchParams.get('ignoreTLS') !== 'true',
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const raw = message(mail, from, new Date());
      try {
        await transport.sendMail({ envelope: { from, to: mail.to }, raw });
      } catch (error) {
        throw isRefusal(error) ? new MailRefused('The receiver refuses the address') : error;
      }
    },
  };
}

/** Whether the server refuses the receiver. Other errors, for example a wrong password of ours, can be repaired. */
function isRefusal(error: unknown): boolean {
  const { command, responseCode } = error as { command?: string; responseCode?: number };
  return command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
}

/** Writes one file for each mail, for development. Files are never incomplete: they are renamed after the write. */
function files(folder: string, from: string): MailTransport {
  return {
    async send(mail) {
      const now = new Date();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${now.toISOString().replace(/[:.]/g, '-')}-${mail.id}.eml`;
      const unfinished = join(folder, `.${name}`);
      await writeFile(unfinished, message(mail, from, now), { mode: 0o600 });
      await rename(unfinished, join(folder, name));
    },
  };
}

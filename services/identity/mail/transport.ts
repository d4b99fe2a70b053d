import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { createTransport } from 'nodemailer';
import { AppError } from '#chassis/domain/errors.ts';
import { type Mail, message } from './domain/mail.ts';

/** Where mails go. */
export interface MailTransport {
  /** Errors: MailRefused when to repeat it is in vain; anything else may be over the next time. */
  send(mail: Mail): Promise<void>;
}

/** The receiver's server refuses the address for good. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

export interface MailSettings {
  SMTP_URL?: string | undefined;
  MAIL_FROM: string;
  MAIL_DIR?: string | undefined;
}

const PATIENCE_MS = 10_000;
/** Loaded only where there is a mail server. */
const nodemailer = (): { createTransport: typeof createTransport } => createRequire(import.meta.url)('nodemailer');

/** A mail server; else a folder of files; else nothing, which fails each mail until somebody sets one of them. */
export function createMailTransport({ SMTP_URL, MAIL_FROM, MAIL_DIR }: MailSettings): MailTransport {
  if (SMTP_URL) return smtp(SMTP_URL, MAIL_FROM);
  if (MAIL_DIR) return files(MAIL_DIR, MAIL_FROM);
  return { send: () => Promise.reject(new AppError('upstream_unavailable', 'Neither SMTP_URL nor MAIL_DIR is set')) };
}

/** Encrypted, or not at all: a link in a mail opens an account. `?ignoreTLS=true` in the URL says that it is fine without. */
function smtp(address: string, from: string): MailTransport {
  const url = new URL(address);
  const transport = nodemailer().createTransport({
    url: address,
    requireTLS: url.protocol === 'smtp:' && url.searchParams.get('ignoreTLS') !== 'true',
    dnsTimeout: PATIENCE_MS,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
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

/** Other refusals, of our password or sender, are for us to mend. */
function isRefusal(error: unknown): boolean {
  const { command, responseCode } = error as { command?: string; responseCode?: number };
  return command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
}

/** Writes a file for each mail, for development. A file is whole or absent. */
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

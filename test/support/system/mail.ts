import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import type { Instance } from './instance.ts';

/** The mails that were sent to an email address, the oldest first. */
export function mailsTo({ dataDir }: Instance, email: string): string[] {
  const folder = join(dataDir, 'mail');
  // Files with a leading dot are still being written.
  const names = readdirSync(folder).filter((name) => /^[^.].*\.eml$/.test(name));
  const mails = names.sort().map((name) => readFileSync(join(folder, name), 'utf8'));
  return mails.filter((mail) => mail.includes(`To: ${email}\r\n`));
}

/** Waits for a mail with a link to the page, and returns the token in the link of the newest mail. */
export function mailedToken(instance: Instance, email: string, page: string): Promise<string> {
  const link = new RegExp(`${page}#([\\w-]{43})`);
  return eventually(
    () =>
      mailsTo(instance, email)
        .flatMap((mail) => link.exec(mail)?.[1] ?? [])
        .at(-1) ?? false,
  );
}

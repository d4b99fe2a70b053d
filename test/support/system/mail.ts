import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.ts';
import type { Instance } from './instance.ts';

/** The mails to an email so far, the oldest first. */
export function mailsTo({ dataDir }: Instance, email: string): string[] {
  const folder = join(dataDir, 'mail');
  // A hidden file is still being written.
  const names = readdirSync(folder).filter((name) => /^[^.].*\.eml$/.test(name));
  const mails = names.sort().map((name) => readFileSync(join(folder, name), 'utf8'));
  return mails.filter((mail) => mail.includes(`To: ${email}\r\n`));
}

/** The token in the link of the newest such mail to a page, as soon as there is one. */
export function mailedToken(instance: Instance, email: string, page: string): Promise<string> {
  const link = new RegExp(`${page}#([\\w-]{43})`);
  return eventually(
    () =>
      mailsTo(instance, email)
        .flatMap((mail) => link.exec(mail)?.[1] ?? [])
        .at(-1) ?? false,
  );
}

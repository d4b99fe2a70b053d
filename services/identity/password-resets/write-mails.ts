import { newId, type Store } from '#chassis/mongo/mongo.ts';
import type { MailRepository } from '../mail/repository.ts';
import { LINK_LIFETIME_MS, resetMail } from './domain/password-reset.ts';
import type { PasswordResetRepository } from './repository.ts';
import { newToken, tokenHash } from './token.ts';

/** Milliseconds between two polls. */
export const LOOK_EVERY_MS = 1000;

/** Maximum number of mails that one poll writes. */
const BATCH = 100;

export interface WriteMailsParts {
  store: Pick<Store, 'transaction'>;
  resets: PasswordResetRepository;
  users: { findByEmail(email: string): Promise<{ id: string } | undefined> };
  mails: Pick<MailRepository, 'add'>;
  /** The setting PUBLIC_URL. */
  publicUrl: string;
}

/** Writes the mails of due requests, each in one transaction with its link. No mail is written for an unknown email. */
export function createWriteMails(parts: WriteMailsParts): (now: Date) => Promise<void> {
  return async (now) => {
    for (const email of await parts.resets.findDue(now, BATCH)) await writeMail(parts, email, now);
  };
}

async function writeMail({ store, resets, users, mails, publicUrl }: WriteMailsParts, email: string, now: Date) {
  const user = await users.findByEmail(email);
  await store.transaction(async (session) => {
    const request = await resets.find(email, session);
    // Another replica has written the mail, or it is no longer due.
    if (!request?.dueAt || request.dueAt > now) return;
    await resets.save({ ...request, dueAt: null, mailedAt: user ? now : request.mailedAt }, session);
    if (!user) return;
    const token = newToken();
    const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS);
    await resets.saveLink({ userId: user.id, mailedTo: email, tokenHash: tokenHash(token), expiresAt }, session);
    await mails.add({ id: newId(), to: email, ...content(publicUrl, token), expiresAt }, now, session);
  });
}

/** Browsers do not send the part after `#` to any server. */
function content(publicUrl: string, token: string) {
  return resetMail(`${publicUrl.replace(/\/$/, '')}/reset-password#${token}`);
}

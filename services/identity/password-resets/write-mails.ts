import { newId, type Store } from '#chassis/mongo/mongo.ts';
import type { MailRepository } from '../mail/repository.ts';
import { LINK_LIFETIME_MS, resetMail } from './domain/password-reset.ts';
import type { PasswordResetRepository } from './repository.ts';
import { newToken, tokenHash } from './token.ts';

/** Milliseconds between looks for requests. */
export const LOOK_EVERY_MS = 1000;

/** Mails that one look writes; what is left waits for the next. */
const BATCH = 100;

export interface WriteMailsParts {
  store: Pick<Store, 'transaction'>;
  resets: PasswordResetRepository;
  users: { findByEmail(email: string): Promise<{ id: string } | undefined> };
  mails: Pick<MailRepository, 'add'>;
  /** PUBLIC_URL. */
  publicUrl: string;
}

/** Writes the mails of the requests that are due, each in a transaction with its link; for an unknown email, none. */
export function createWriteMails(parts: WriteMailsParts): (now: Date) => Promise<void> {
  return async (now) => {
    for (const email of await parts.resets.findDue(now, BATCH)) await writeMail(parts, email, now);
  };
}

async function writeMail({ store, resets, users, mails, publicUrl }: WriteMailsParts, email: string, now: Date) {
  const user = await users.findByEmail(email);
  await store.transaction(async (session) => {
    const request = await resets.find(email, session);
    // Another replica was faster, or the mail has to wait after all.
    if (!request?.dueAt || request.dueAt > now) return;
    await resets.save({ ...request, dueAt: null, mailedAt: user ? now : request.mailedAt }, session);
    if (!user) return;
    const token = newToken();
    const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS);
    await resets.saveLink({ userId: user.id, mailedTo: email, tokenHash: tokenHash(token), expiresAt }, session);
    await mails.add({ id: newId(), to: email, ...content(publicUrl, token), expiresAt }, now, session);
  });
}

/** The token stands behind a `#`, which browsers send to no server. */
function content(publicUrl: string, token: string) {
  return resetMail(`${publicUrl.replace(/\/$/, '')}/reset-password#${token}`);
}

import { newId } from '#chassis/mongo/mongo.ts';
import type { ClientSession } from '#chassis/unit-of-work/write.ts';
import type { MailRepository } from '../mail/repository.ts';
import type { OrgRepository } from '../orgs/repository.ts';
import { newToken, tokenHash } from '../password-resets/token.ts';
import { invitationMail, isMailDue, LINK_LIFETIME_MS } from './domain/invitation.ts';
import type { InvitationLinkRepository } from './repository.ts';

export interface MailInvitationParts {
  links: Pick<InvitationLinkRepository, 'insert' | 'lastMailedAt'>;
  mails: Pick<MailRepository, 'add'>;
  orgs: Pick<OrgRepository, 'names'>;
  /** The setting PUBLIC_URL. */
  publicUrl: string;
}

/**
 * Mails a link to the invited email, as part of the transaction. Sends nothing if the org has mailed a link to this
 * email within the last minute. It does the same work whether or not a user exists.
 */
export type MailInvitation = (
  invited: { orgId: string; email: string },
  now: Date,
  transaction: ClientSession,
) => Promise<void>;

export function createMailInvitation({ links, mails, orgs, publicUrl }: MailInvitationParts): MailInvitation {
  return async ({ orgId, email }, now, session) => {
    if (!isMailDue(await links.lastMailedAt({ orgId, email }, session), now)) return;
    const orgName = (await orgs.names([orgId], session)).get(orgId) ?? '';
    const token = newToken();
    const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS);
    await links.insert({ orgId, email, tokenHash: tokenHash(token), mailedAt: now, expiresAt }, session);
    // Browsers do not send the part after `#` to any server.
    const content = invitationMail(orgName, `${publicUrl.replace(/\/$/, '')}/accept-invitation#${token}`);
    await mails.add({ id: newId(), to: email, orgId, ...content, expiresAt }, now, session);
  };
}

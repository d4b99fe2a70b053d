import { newId } from '#chassis/mongo/mongo.ts';
import type { ClientSession, Transaction } from '#chassis/unit-of-work/write.ts';
import type { AccessChanges } from '../access/access-changes.ts';
import type { FailureRepository } from '../sessions/repository.ts';
import {
  backToInvitation,
  isUnproven,
  isWorkingAdmin,
  type Membership,
  ownPassword,
  type User,
} from '../users/domain/user.ts';
import type { UserRepository } from '../users/repository.ts';
import type { MailInvitation } from './mail-invitation.ts';

export interface ProveOwnerParts {
  users: Pick<
    UserRepository,
    'unacceptedMemberships' | 'hasAnotherAdmin' | 'insertInvitation' | 'removeMembership' | 'save'
  >;
  orgs: { touch(id: string, session: ClientSession): Promise<void> };
  access: Pick<AccessChanges, 'changeMembership' | 'endSessions'>;
  failures: Pick<FailureRepository, 'clearAll'>;
  mailInvitation: MailInvitation;
}

/**
 * Stores the password that the owner of the mailbox has set by a mailed link, and ends all sessions. At the first such
 * proof, memberships that only admins have agreed to become invitations again (ADR 20). Returns the changed user.
 */
export type ProveOwner = (tx: Transaction, user: User, passwordHash: string) => Promise<User>;

export function createProveOwner(parts: ProveOwnerParts): ProveOwner {
  const { users, access, failures } = parts;
  return async (tx, before, passwordHash) => {
    const { session, now } = tx;
    let user = ownPassword(before, passwordHash, now);
    const memberships = isUnproven(before) ? await users.unacceptedMemberships(user.id, session) : [];
    for (const membership of memberships) user = await giveBack(parts, tx, user, membership);
    await users.save(user, session);
    await access.endSessions(session, user.id, now);
    await failures.clearAll(user.email, session);
    return user;
  };
}

async function giveBack(parts: ProveOwnerParts, tx: Transaction, user: User, membership: Membership): Promise<User> {
  const { users, access, mailInvitation } = parts;
  const { session, now } = tx;
  if (isWorkingAdmin(membership) && (await isLastAdmin(parts, membership, session))) return user;
  const { gone, invitation } = backToInvitation({ user, membership }, now, newId);
  await users.removeMembership(membership, session);
  await users.insertInvitation(invitation.membership, session);
  await access.changeMembership(session, membership, now);
  if (invitation.membership.isActive) await mailInvitation(invitation.membership, now, session);
  tx.emit(gone.event);
  tx.emit(invitation.event);
  return gone.user;
}

/**
 * Whether the user is the org's last admin who can act. That membership stays, because an org without an admin could
 * invite nobody. It does not become the user's default org.
 */
async function isLastAdmin({ users, orgs }: ProveOwnerParts, membership: Membership, session: ClientSession) {
  await orgs.touch(membership.orgId, session);
  return !(await users.hasAnotherAdmin(membership, session));
}

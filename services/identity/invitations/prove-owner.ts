import { newId } from '#chassis/mongo/mongo.ts';
import type { Unit } from '#chassis/unit-of-work/write.ts';
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
  users: Pick<UserRepository, 'unacceptedPlaces' | 'hasAnotherAdmin' | 'insertInvitation' | 'removePlace' | 'save'>;
  orgs: { touch(id: string, session: Unit['session']): Promise<void> };
  access: Pick<AccessChanges, 'changeMembership' | 'endSessions'>;
  failures: Pick<FailureRepository, 'clearAll'>;
  mailInvitation: MailInvitation;
}

/**
 * In the transaction: the owner of the mailbox sets a password, by a mailed link, and all sessions end. At the first time
 * the places that admins made by setting a password become invitations (ADR 20). The user as it is then.
 */
export type ProveOwner = (unit: Unit, user: User, passwordHash: string) => Promise<User>;

export function createProveOwner(parts: ProveOwnerParts): ProveOwner {
  const { users, access, failures } = parts;
  return async (unit, before, passwordHash) => {
    const { session, now } = unit;
    let user = ownPassword(before, passwordHash, now);
    const places = isUnproven(before) ? await users.unacceptedPlaces(user.id, session) : [];
    for (const place of places) user = await giveBack(parts, unit, user, place);
    await users.save(user, session);
    await access.endSessions(session, user.id, now);
    await failures.clearAll(user.email, session);
    return user;
  };
}

async function giveBack(parts: ProveOwnerParts, unit: Unit, user: User, membership: Membership): Promise<User> {
  const { users, access, mailInvitation } = parts;
  const { session, now, emit } = unit;
  if (isWorkingAdmin(membership) && (await isLastAdmin(parts, membership, session))) return user;
  const { gone, invitation } = backToInvitation({ user, membership }, now, newId);
  await users.removePlace(membership, session);
  await users.insertInvitation(invitation.membership, session);
  await access.changeMembership(session, membership, now);
  if (invitation.membership.isActive) await mailInvitation(invitation.membership, now, session);
  emit(gone.event);
  emit(invitation.event);
  return gone.user;
}

/** An org without an admin could invite nobody: so its last one stays, but acts there only when it names the org. */
async function isLastAdmin({ users, orgs }: ProveOwnerParts, place: Membership, session: Unit['session']) {
  await orgs.touch(place.orgId, session);
  return !(await users.hasAnotherAdmin(place, session));
}

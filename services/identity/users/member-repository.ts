import type { ClientSession } from 'mongoose';
import type { WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import { AppError, notFound } from '#chassis/domain/errors.ts';
import { checkRevision, isNoop } from '#chassis/domain/record.ts';
import { containing, findPage, type Page, type PageQuery } from '#chassis/mongo/list.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { isDuplicateKey } from '#chassis/mongo/transaction.ts';
import { type DateRange, inTimes } from '#chassis/records/date-ranges.ts';
import type { RecordKey } from '#chassis/records/record-writes.ts';
import type { ReferenceLocks } from '#chassis/reference-integrity/reference-locks.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import {
  endsResetLinks,
  type InvitationDecision,
  isTakenOver,
  isUnproven,
  isWorkingAdmin,
  type Membership,
  type Role,
  rightsDiffer,
  type User,
  type UserDecision,
} from './domain/user.ts';
import { storedMembership, toMembership, type UserRepository, userModels } from './repository.ts';
import { clientName } from './users-of-clients-repository.ts';

export interface MemberListQuery extends Omit<PageQuery, 'filter' | 'total'> {
  search?: string | undefined;
  updatedSince?: string | undefined;
  /** Ranges of `created_at` and `updated_at`. */
  ranges?: readonly DateRange[] | undefined;
  role?: Role | undefined;
  isActive?: boolean | undefined;
  clientId?: string | undefined;
  /** Members only, without invitations. A search looks at names instead of emails. */
  isMember?: true;
}

/** An email that is invited to an org and has not accepted. */
export interface Invited {
  user: undefined;
  membership: Membership;
}

/** A user and its membership in the org. */
export interface Known {
  user: User;
  membership: Membership;
  /** True if the user has no membership in another org, not even an inactive one. */
  isSoleOrg: boolean;
}

export interface MemberRepository {
  /** Whether a user has this email, in any org. */
  isKnown(tx: Transaction, email: string): Promise<boolean>;
  /**
   * The invitation of the email to the caller's org; undefined if there is none. Errors: conflict if the org already
   * has a member of this email.
   */
  findInvitation(tx: Transaction, email: string): Promise<Membership | undefined>;
  /**
   * Adds a member or an invitation. An invited email gets a mailed link. Errors: conflict if the client of the
   * membership is being deleted.
   */
  add(tx: Transaction, decision: UserDecision | InvitationDecision): Promise<void>;
  /** Mails the link again, unless a link was mailed within the last minute. The invitation stays unchanged. */
  inviteAgain(tx: Transaction, invitation: Membership): Promise<void>;
  /**
   * Loads a member or invitation for a change. `key.id`: the user's id. Errors: not_found, version_mismatch; LostRace
   * when other writes of this process hold the lock for too long.
   */
  load(tx: Transaction, key: RecordKey): Promise<Known | Invited>;
  /**
   * Saves a decision. If nothing changes, it writes nothing and emits no event. Returns the present membership. Errors:
   * conflict if another user has the email, or if the org would lose its last admin.
   */
  save(tx: Transaction, before: Known, after: UserDecision): Promise<Membership>;
  saveInvitation(tx: Transaction, before: Membership, after: InvitationDecision): Promise<Membership>;
  /**
   * Removes a membership. The user is deleted with its last membership, unless it has proven the mailbox and is invited
   * elsewhere. Returns the user's id. Errors: conflict for the org's last admin.
   */
  remove(tx: Transaction, before: Known, gone: UserDecision): Promise<string>;
  /** Returns the id of the removed invitation. */
  removeInvitation(tx: Transaction, gone: InvitationDecision): Promise<string>;
  /** Errors: not_found. */
  get(orgId: string, id: string): Promise<Membership>;
  list(orgId: string, query: MemberListQuery, waitLimit?: WaitLimit): Promise<Page<Membership>>;
}

export interface MemberRepositoryParts {
  store: Store;
  users: UserRepository;
  orgs: { touch(id: string, session: ClientSession): Promise<void> };
  access: {
    endSessions(session: ClientSession, userId: string, now: Date): Promise<void>;
    changeMembership(session: ClientSession, membership: Membership, now: Date): Promise<void>;
  };
  resets: {
    /** Removes the user's reset links, in the transaction. */
    endLinks(userId: string, session: ClientSession): Promise<void>;
  };
  /** Mails a link to the invited email, as part of the transaction. */
  mailInvitation(invited: Membership, now: Date, session: ClientSession): Promise<void>;
  /** A new binding conflicts with a delete of the client. */
  locks: Pick<ReferenceLocks, 'lockShared'>;
  /** Appends an audit entry for a change that has no event, in the transaction. */
  audit(
    act: { action: 'user.password_set'; userId: string },
    by: Pick<Transaction, 'context' | 'now'>,
    session: ClientSession,
  ): Promise<void>;
}

const COLLECTION = 'memberships';

/** Users as one org sees and changes them (decisions 3: Memberships). */
export function memberRepository(parts: MemberRepositoryParts): MemberRepository {
  const { store, users, orgs, access, resets, mailInvitation, locks, audit } = parts;
  const { memberships, users: accounts } = userModels(store);

  async function find(orgId: string, userId: string, session?: ClientSession): Promise<Membership | undefined> {
    const found = await memberships.findOne({ orgId, userId }, null, { session: session ?? null }).lean();
    return found ? toMembership(found) : undefined;
  }

  async function touch({ id }: Membership, session: ClientSession): Promise<void> {
    await memberships.updateOne({ _id: id }, { $inc: { touched: 1 } }, { session });
  }

  async function isSoleOrg({ userId, orgId }: Membership, session: ClientSession): Promise<boolean> {
    const other = { userId, orgId: { $ne: orgId } };
    return (await memberships.exists(other).session(session)) === null;
  }

  /**
   * If two admins leave at the same time, both write the org's document and conflict. The retry finds the last admin.
   * Errors: conflict.
   */
  async function keepAnAdmin(membership: Membership, session: ClientSession): Promise<void> {
    await orgs.touch(membership.orgId, session);
    if (await users.hasAnotherAdmin(membership, session)) return;
    throw new AppError('conflict', 'The user is the last active admin of the org');
  }

  /** Errors: conflict if the client is being deleted. */
  async function bind({ orgId, clientId }: Membership, session: ClientSession): Promise<void> {
    if (clientId !== null) await locks.lockShared(session, [{ orgId, target: clientName(clientId) }]);
  }

  async function mailIfWaiting(membership: Membership, { now, session }: Transaction): Promise<void> {
    if (membership.emailUnverified && membership.isActive) await mailInvitation(membership, now, session);
  }

  async function saveMembership(before: Membership, after: Membership, session: ClientSession): Promise<void> {
    if (after.clientId !== before.clientId) await bind(after, session);
    await memberships.updateOne({ _id: after.id }, { $set: storedMembership(after) }, { session }).catch(rethrowTaken);
  }

  /**
   * Call it after the membership was saved. A user without a usable membership is logged out. Otherwise the sessions
   * stay.
   */
  async function changeAccess(membership: Membership, now: Date, session: ClientSession): Promise<void> {
    const { userId } = membership;
    const usable = { userId, isActive: true, awaitingOwner: false };
    if (!(await memberships.exists(usable).session(session))) await access.endSessions(session, userId, now);
    await access.changeMembership(session, membership, now);
  }

  return {
    isKnown: async (tx, email) => (await users.findByEmail(email, tx.session)) !== undefined,
    async findInvitation({ orgId, session }, email) {
      const found = await memberships.findOne({ orgId, email }, null, { session }).lean();
      if (found && !found.awaitingOwner) throw alreadyThere();
      return found ? toMembership(found) : undefined;
    },
    async add(tx, decision) {
      const { membership, event } = decision;
      await bind(membership, tx.session);
      if (decision.user) await users.insert(decision.user, membership, tx.session);
      else await users.insertInvitation(membership, tx.session);
      tx.count(COLLECTION, 1);
      tx.emit(event);
      await mailIfWaiting(membership, tx);
    },
    async inviteAgain(tx, invitation) {
      await touch(invitation, tx.session);
      await mailIfWaiting(invitation, tx);
    },
    async load(tx, { id, expectedRevision }) {
      const { orgId, session } = tx;
      await tx.lock(`${COLLECTION}:${orgId}:${id}`);
      const membership = await find(orgId, id, session);
      const user = membership?.emailUnverified === false ? await users.findById(id, session) : undefined;
      if (!membership || (!user && !membership.emailUnverified)) throw notFound('User');
      checkRevision('User', membership, expectedRevision);
      return user ? { user, membership, isSoleOrg: await isSoleOrg(membership, session) } : { user, membership };
    },
    async save(tx, before, after) {
      const { session, now } = tx;
      const { user, membership, event } = after;
      if (isNoop(event) && user === before.user) return before.membership;
      if (isWorkingAdmin(before.membership) && !isWorkingAdmin(membership)) await keepAnAdmin(membership, session);
      if (user !== before.user) await users.save(user, session).catch(rethrowTaken);
      await saveMembership(before.membership, membership, session);
      if (isTakenOver(before.user, user)) await access.endSessions(session, user.id, now);
      if (rightsDiffer(before.membership, membership)) await changeAccess(membership, now, session);
      if (user.passwordHash !== before.user.passwordHash) {
        await audit({ action: 'user.password_set', userId: user.id }, tx, session);
      }
      tx.emit(event);
      if (before.isSoleOrg && endsResetLinks(before, after)) await resets.endLinks(user.id, session);
      return membership;
    },
    async saveInvitation(tx, before, { membership, event }) {
      if (isNoop(event)) return before;
      await saveMembership(before, membership, tx.session);
      if (membership.isActive && !before.isActive) await mailInvitation(membership, tx.now, tx.session);
      tx.emit(event);
      return membership;
    },
    async remove(tx, before, { user, membership, event }) {
      const { session, now } = tx;
      if (isWorkingAdmin(before.membership)) await keepAnAdmin(membership, session);
      await users.removeMembership(membership, session);
      await changeAccess(membership, now, session);
      // After its last org, a user who is invited to another org stays only if its email is verified. Without this, a
      // person who registered the email of somebody else would see that the account stays, and learn of the invitation.
      const isInvited = !isUnproven(user) && (await users.isInvited(user.email, undefined, session));
      if (!before.isSoleOrg || isInvited) await users.save(user, session);
      else await accounts.deleteOne({ _id: user.id }, { session });
      if (before.isSoleOrg) await resets.endLinks(user.id, session);
      tx.count(COLLECTION, -1);
      tx.emit(event);
      return membership.userId;
    },
    async removeInvitation(tx, { membership, event }) {
      await users.removeMembership(membership, tx.session);
      tx.count(COLLECTION, -1);
      tx.emit(event);
      return membership.userId;
    },
    async get(orgId, id) {
      const found = await find(orgId, id);
      if (!found) throw notFound('User');
      return found;
    },
    async list(
      orgId,
      { search, updatedSince, ranges, role, isActive, clientId, isMember, sort, ...paging },
      waitLimit,
    ) {
      const narrowing = {
        ...(role && { role }),
        ...(isActive !== undefined && { isActive }),
        ...(clientId !== undefined && { clientId }),
        ...inTimes(ranges, updatedSince),
        ...(isMember && { awaitingOwner: false }),
        ...containing(search, isMember ? ['foldedName'] : ['foldedEmail', 'foldedName']),
      };
      const total = Object.keys(narrowing).length === 0 ? 'kept' : 'counted';
      const stored = sort.replace('ed_at', 'edAt');
      const page = await findPage(
        memberships,
        { ...paging, sort: stored, filter: { orgId, ...narrowing }, total },
        waitLimit,
      );
      return { ...page, data: page.data.map(toMembership) };
    },
  };
}

function rethrowTaken(error: unknown): never {
  throw isDuplicateKey(error) ? emailTaken() : error;
}

const emailTaken = () => new AppError('conflict', 'Another user has this email');
const alreadyThere = () => new AppError('conflict', 'The org has a user of this email already');

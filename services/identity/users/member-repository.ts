import type { ClientSession } from 'mongoose';
import type { Patience } from '#chassis/concurrency/fair-semaphore.ts';
import { AppError, notFound } from '#chassis/domain/errors.ts';
import { checkRevision, isNoop } from '#chassis/domain/record.ts';
import { containing, findPage, type Page, type PageQuery, updatedSince } from '#chassis/mongo/list.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { isDuplicateKey } from '#chassis/mongo/transaction.ts';
import type { ReferenceLocks } from '#chassis/reference-integrity/reference-locks.ts';
import type { Unit, WriteCall, Writer, Written } from '#chassis/unit-of-work/write.ts';
import { clientName } from './bound-user-repository.ts';
import {
  actsOtherwise,
  type Decision,
  endsLinks,
  type InvitationDecision,
  isTakenOver,
  isUnproven,
  isWorkingAdmin,
  type Membership,
  publicUser,
  type Role,
  type User,
  type UserView,
} from './domain/user.ts';
import { storedMembership, toMembership, type UserRepository, userModels } from './repository.ts';
import { retryWhenCreated } from './retry-when-created.ts';

/** A user of an org as a write leaves it, and as an Idempotency-Key remembers it. */
export interface MemberRecord {
  record: UserView;
  revision: number;
}

/** Names a user of an org and, from If-Match, the revision that the caller has seen. */
export interface MemberKey {
  orgId: string;
  /** The user's. */
  id: string;
  expectedRevision?: number | undefined;
}

export interface MemberListQuery extends Omit<PageQuery, 'filter' | 'total'> {
  search?: string | undefined;
  updatedSince?: string | undefined;
  role?: Role | undefined;
  isActive?: boolean | undefined;
  clientId?: string | undefined;
}

export interface Member {
  /** None of an invitation. */
  user: User | undefined;
  membership: Membership;
}

/** A user of the org, and its place there. */
interface Known {
  user: User;
  membership: Membership;
}

export interface MemberRepository {
  /**
   * Who is invited is mailed a link; also when it is invited again, which changes nothing. `prepare` makes what decides,
   * before anything is looked up.
   * Errors: conflict when the email is in the org already; what `prepare` and its decision throw.
   */
  create(
    call: WriteCall,
    place: { orgId: string; email: string },
    prepare: () => Promise<(isKnown: boolean) => Decision | InvitationDecision>,
  ): Promise<Written<MemberRecord>>;
  /**
   * What changes nothing is neither saved nor told.
   * Errors: not_found, version_mismatch; conflict for a taken email or the last admin; what `decide` throws.
   */
  update(call: WriteCall, key: MemberKey, decide: Decide): Promise<Written<MemberRecord>>;
  /** The account ends with its last place. Returns the id. Errors: as `update`. */
  remove(call: WriteCall, key: MemberKey, decide: Decide): Promise<Written<string>>;
  /** Errors: not_found. */
  get(orgId: string, id: string): Promise<Membership>;
  list(orgId: string, query: MemberListQuery, patience?: Patience): Promise<Page<Membership>>;
}

export interface Decide {
  invitation(before: Membership): InvitationDecision;
  /** `isSoleOrg`: the user has no place in another org, not even an inactive one. */
  user(before: Known, isSoleOrg: boolean): Decision;
}

export interface MemberRepositoryParts {
  store: Store;
  writer: Writer;
  users: UserRepository;
  orgs: { touch(id: string, session: ClientSession): Promise<void> };
  access: {
    endSessions(session: ClientSession, userId: string, now: Date): Promise<void>;
    changeMembership(session: ClientSession, place: Membership, now: Date): Promise<void>;
    announce(): void;
  };
  resets: {
    /** In the transaction: what was mailed before is worth nothing. */
    endLinks(userId: string, session: ClientSession): Promise<void>;
  };
  /** In the transaction: has who is invited mailed a link. */
  mailInvitation(invited: Membership, now: Date, session: ClientSession): Promise<void>;
  /** Collides with the delete of a client that a user is bound to. */
  locks: Pick<ReferenceLocks, 'take'>;
  /** In the transaction: notes what no event tells. */
  audit(act: { action: 'user.password_set'; userId: string }, call: WriteCall, session: ClientSession): Promise<void>;
}

const COLLECTION = 'memberships';

/** Users as one org sees and changes them (decisions 3: Memberships). */
export function memberRepository(parts: MemberRepositoryParts): MemberRepository {
  const { store, writer, users, orgs, access, resets, mailInvitation, locks, audit } = parts;
  const { memberships, users: accounts } = userModels(store);

  async function find(orgId: string, userId: string, session?: ClientSession): Promise<Membership | undefined> {
    const found = await memberships.findOne({ orgId, userId }, null, { session: session ?? null }).lean();
    return found ? toMembership(found) : undefined;
  }

  async function load({ orgId, id, expectedRevision }: MemberKey, session: ClientSession): Promise<Member> {
    const membership = await find(orgId, id, session);
    const user = membership?.awaitingOwner === false ? await users.findById(id, session) : undefined;
    if (!membership || (!user && !membership.awaitingOwner)) throw notFound('User');
    checkRevision('User', membership, expectedRevision);
    return { user, membership };
  }

  async function findByEmail(orgId: string, email: string, session: ClientSession): Promise<Membership | undefined> {
    const found = await memberships.findOne({ orgId, email }, null, { session }).lean();
    return found ? toMembership(found) : undefined;
  }

  async function touch({ id }: Membership, session: ClientSession): Promise<void> {
    await memberships.updateOne({ _id: id }, { $inc: { touched: 1 } }, { session });
  }

  async function isSoleOrg({ userId, orgId }: Membership, session: ClientSession): Promise<boolean> {
    const other = { userId, orgId: { $ne: orgId } };
    return (await memberships.exists(other).session(session)) === null;
  }

  /** Of two who leave at once, one waits for the other on the org's document, and then finds itself the last. */
  async function keepAnAdmin(place: Membership, session: ClientSession): Promise<void> {
    await orgs.touch(place.orgId, session);
    if (await users.hasAnotherAdmin(place, session)) return;
    throw new AppError('conflict', 'The user is the last active admin of the org');
  }

  /** Errors: conflict while the client is being deleted. */
  async function bind({ orgId, clientId }: Membership, session: ClientSession): Promise<void> {
    if (clientId !== null) await locks.take(session, [{ orgId, target: clientName(clientId) }]);
  }

  async function saveInvitation(unit: Unit, before: Membership, { membership, event }: InvitationDecision) {
    const { session, now, emit } = unit;
    await saveMembership(before, membership, session);
    if (membership.isActive && !before.isActive) await mailInvitation(membership, now, session);
    emit(event);
  }

  async function saveMembership(before: Membership, after: Membership, session: ClientSession): Promise<void> {
    if (after.clientId !== before.clientId) await bind(after, session);
    await memberships.updateOne({ _id: after.id }, { $set: storedMembership(after) }, { session });
  }

  async function saveChange(unit: Unit, call: WriteCall, before: Known, after: Decision): Promise<void> {
    const { session, now, emit } = unit;
    const { user, membership, event } = after;
    if (isWorkingAdmin(before.membership) && !isWorkingAdmin(membership)) await keepAnAdmin(membership, session);
    if (user !== before.user) await users.save(user, session);
    await saveMembership(before.membership, membership, session);
    if (isTakenOver(before.user, user)) await access.endSessions(session, user.id, now);
    if (actsOtherwise(before.membership, membership)) await changeAccess(membership, now, session);
    if (user.passwordHash !== before.user.passwordHash) {
      await audit({ action: 'user.password_set', userId: user.id }, call, session);
    }
    emit(event);
  }

  /** After the place was saved. Who has nowhere to act from any more is logged out; else the sessions go on. */
  async function changeAccess(place: Membership, now: Date, session: ClientSession): Promise<void> {
    const { userId } = place;
    const usable = { userId, isActive: true, awaitingOwner: false };
    if (!(await memberships.exists(usable).session(session))) await access.endSessions(session, userId, now);
    await access.changeMembership(session, place, now);
  }

  async function removeMember(unit: Unit, before: Known, { user, membership }: Decision): Promise<void> {
    const { session, now } = unit;
    if (isWorkingAdmin(before.membership)) await keepAnAdmin(membership, session);
    const isSole = await isSoleOrg(membership, session);
    await users.removePlace(membership, session);
    await changeAccess(membership, now, session);
    // To whoever registered the email of somebody else, an account that stays would tell of an invitation.
    const stays = !isSole || (!isUnproven(user) && (await users.isInvited(user.email, undefined, session)));
    if (stays) await users.save(user, session);
    else await accounts.deleteOne({ _id: user.id }, { session });
    if (isSole) await resets.endLinks(user.id, session);
  }

  /** The gateways hear of what has ended as soon as it has. */
  async function announced<T>(writing: Promise<Written<T>>): Promise<Written<T>> {
    const written = await writing;
    access.announce();
    return written;
  }

  return {
    create: (call, { orgId, email }, prepare) =>
      retryWhenCreated(() =>
        writer.writePrepared(call, prepare, async (unit, decide) => {
          const { session, now, emit, count } = unit;
          // As many questions for an email that is known as for any other.
          const isKnown = (await users.findByEmail(email, session)) !== undefined;
          const here = await findByEmail(orgId, email, session);
          if (here && !here.awaitingOwner) throw alreadyThere();
          if (here) await touch(here, session);
          const invited = here ?? decide(isKnown);
          const membership = 'membership' in invited ? invited.membership : invited;
          if ('membership' in invited) {
            await bind(membership, session);
            if (invited.user) await users.insert(invited.user, membership, session);
            else await users.insertInvitation(membership, session);
            count(COLLECTION, 1);
            emit(invited.event);
          }
          if (membership.awaitingOwner && membership.isActive) await mailInvitation(membership, now, session);
          return recordOf(membership);
        }),
      ),
    update: (call, key, decide) =>
      announced(
        writer
          .write(call, async (unit) => {
            const { user, membership: before } = await load(key, unit.session);
            if (!user) {
              const after = decide.invitation(before);
              if (isNoop(after.event)) return recordOf(before);
              await saveInvitation(unit, before, after);
              return recordOf(after.membership);
            }
            const known = { user, membership: before };
            const isSole = await isSoleOrg(before, unit.session);
            const after = decide.user(known, isSole);
            if (isNoop(after.event) && after.user === user) return recordOf(before);
            await saveChange(unit, call, known, after);
            if (isSole && endsLinks(known, after)) await resets.endLinks(user.id, unit.session);
            return recordOf(after.membership);
          })
          .catch(rethrowTaken),
      ),
    remove: (call, key, decide) =>
      announced(
        writer.write(call, async (unit) => {
          const { user, membership } = await load(key, unit.session);
          const before = user && { user, membership };
          const gone = before ? decide.user(before, false) : decide.invitation(membership);
          if (before && gone.user) await removeMember(unit, before, gone);
          else await users.removePlace(membership, unit.session);
          unit.count(COLLECTION, -1);
          unit.emit(gone.event);
          return membership.userId;
        }),
      ),
    async get(orgId, id) {
      const found = await find(orgId, id);
      if (!found) throw notFound('User');
      return found;
    },
    async list(orgId, { search, updatedSince: since, role, isActive, clientId, sort, ...paging }, patience) {
      const narrowing = {
        ...(role && { role }),
        ...(isActive !== undefined && { isActive }),
        ...(clientId !== undefined && { clientId }),
        ...updatedSince(since),
        ...containing(search, ['email']),
      };
      const total = Object.keys(narrowing).length === 0 ? 'kept' : 'counted';
      const stored = sort.replace('created_at', 'createdAt');
      const page = await findPage(
        memberships,
        { ...paging, sort: stored, filter: { orgId, ...narrowing }, total },
        patience,
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

function recordOf(membership: Membership): MemberRecord {
  return { record: publicUser(membership), revision: membership.revision };
}

import type { ClientSession } from 'mongoose';
import { AppError, notFound } from '#chassis/errors.ts';
import type { Holds } from '#chassis/holds.ts';
import { containing, findPage, type Page, type PageQuery, updatedSince } from '#chassis/list.ts';
import type { Store } from '#chassis/mongo.ts';
import { checkRevision, saysNothing } from '#chassis/record.ts';
import { isDuplicateKey } from '#chassis/transaction.ts';
import type { Unit, WriteCall, Writer, Written } from '#chassis/write.ts';
import { clientName } from './bound-user-repository.ts';
import { storedMembership, toMembership, type UserRepository, userModels } from './repository.ts';
import {
  type Decision,
  endsSessions,
  isWorkingAdmin,
  linksAfter,
  type Membership,
  publicUser,
  type Role,
  type User,
  type UserView,
} from './user.ts';

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
  user: User;
  membership: Membership;
}

/** Who has the email already, and whether the admin who vouched for it is one of the org too. */
export interface Known {
  user: User;
  trusted: boolean;
}

export interface MemberRepository {
  /**
   * Who is pending in the org is mailed a link for setting a password. `prepare` makes what decides, before anything is
   * looked up.
   * Errors: conflict when the email is in the org already; what `prepare` and its decision throw.
   */
  create(
    call: WriteCall,
    place: { orgId: string; email: string },
    prepare: () => Promise<(known: Known | undefined) => Decision>,
  ): Promise<Written<MemberRecord>>;
  /**
   * What changes nothing is neither saved nor told.
   * Errors: not_found, version_mismatch; conflict for a taken email or the last admin; what `decide` throws.
   */
  update(
    call: WriteCall,
    key: MemberKey,
    decide: (before: Member, isSoleOrg: boolean) => Decision,
  ): Promise<Written<MemberRecord>>;
  /** The account ends with its last place. Returns the user's id. Errors: as `update`. */
  remove(call: WriteCall, key: MemberKey, decide: (before: Member) => Decision): Promise<Written<string>>;
  /** Errors: not_found. */
  get(orgId: string, id: string): Promise<Membership>;
  list(orgId: string, query: MemberListQuery): Promise<Page<Membership>>;
}

export interface MemberRepositoryParts {
  store: Store;
  writer: Writer;
  users: UserRepository;
  orgs: { touch(id: string, session: ClientSession): Promise<void> };
  access: {
    endSessions(session: ClientSession, userId: string, now: Date): Promise<void>;
    announce(): void;
  };
  resets: {
    /** In the transaction: has the owner of the mailbox mailed a link to set a password. */
    ask(email: string, reason: 'welcome', now: Date, session: ClientSession): Promise<void>;
    /** In the transaction: what was mailed before is worth nothing. */
    endLinks(userId: string, session: ClientSession): Promise<void>;
  };
  /** Collides with the delete of a client that a user is bound to. */
  holds: Pick<Holds, 'take'>;
  /** In the transaction: notes what no event tells. */
  audit(act: { action: 'user.password_set'; userId: string }, call: WriteCall, session: ClientSession): Promise<void>;
}

const COLLECTION = 'memberships';

/** Users as one org sees and changes them (decisions 3: Memberships). */
export function memberRepository(parts: MemberRepositoryParts): MemberRepository {
  const { store, writer, users, orgs, access, resets, holds, audit } = parts;
  const { memberships, users: accounts } = userModels(store);

  async function find(orgId: string, userId: string, session?: ClientSession): Promise<Membership | undefined> {
    const found = await memberships.findOne({ orgId, userId }, null, { session: session ?? null }).lean();
    return found ? toMembership(found) : undefined;
  }

  async function load({ orgId, id, expectedRevision }: MemberKey, session: ClientSession): Promise<Member> {
    const membership = await find(orgId, id, session);
    const user = membership && (await users.findById(id, session));
    if (!user) throw notFound('User');
    checkRevision('User', membership, expectedRevision);
    return { user, membership };
  }

  async function isSoleOrg({ userId, orgId }: Membership, session: ClientSession): Promise<boolean> {
    const other = { userId, orgId: { $ne: orgId } };
    return (await memberships.exists(other).session(session)) === null;
  }

  async function isTrusted({ vouchedBy }: User, orgId: string, session: ClientSession): Promise<boolean> {
    const voucher = vouchedBy === null ? undefined : await find(orgId, vouchedBy, session);
    return voucher !== undefined && isWorkingAdmin(voucher);
  }

  /** Of two who leave at once, one waits for the other on the org's document, and then finds itself the last. */
  async function keepAnAdmin({ orgId, userId }: Membership, session: ClientSession): Promise<void> {
    await orgs.touch(orgId, session);
    const another = { orgId, role: 'admin' as const, isActive: true, awaitingOwner: false, userId: { $ne: userId } };
    if (await memberships.exists(another).session(session)) return;
    throw new AppError('conflict', 'The user is the last active admin of the org');
  }

  async function settleLinks({ session, now }: Unit, before: Member, after: Decision): Promise<void> {
    const { ended, due } = linksAfter(before, after);
    if (ended) await resets.endLinks(after.user.id, session);
    if (due) await resets.ask(after.user.email, 'welcome', now, session);
  }

  /** Errors: conflict while the client is being deleted. */
  async function bind({ orgId, clientId }: Membership, session: ClientSession): Promise<void> {
    if (clientId !== null) await holds.take(session, [{ orgId, target: clientName(clientId) }]);
  }

  async function saveChange(unit: Unit, call: WriteCall, before: Member, after: Decision): Promise<void> {
    const { session, now, emit } = unit;
    const { user, membership, event } = after;
    if (isWorkingAdmin(before.membership) && !isWorkingAdmin(membership)) await keepAnAdmin(membership, session);
    if (endsSessions(before, after)) await access.endSessions(session, user.id, now);
    if (user !== before.user) await users.save(user, session);
    if (membership.clientId !== before.membership.clientId) await bind(membership, session);
    await memberships.updateOne({ _id: membership.id }, { $set: storedMembership(membership) }, { session });
    if (user.passwordHash !== before.user.passwordHash) {
      await audit({ action: 'user.password_set', userId: user.id }, call, session);
    }
    emit(event);
  }

  async function endAccount({ id }: User, session: ClientSession): Promise<void> {
    await accounts.deleteOne({ _id: id }, { session });
    await resets.endLinks(id, session);
  }

  /** The gateways hear of what has ended as soon as it has. */
  async function announced<T>(writing: Promise<Written<T>>): Promise<Written<T>> {
    const written = await writing;
    access.announce();
    return written;
  }

  return {
    create: (call, { orgId, email }, prepare) =>
      againWhenMade(() =>
        writer.writePrepared(call, prepare, async ({ session, now, emit, count }, decide) => {
          const user = await users.findByEmail(email, session);
          if (user && (await find(orgId, user.id, session))) throw alreadyThere();
          const known = user && { user, trusted: await isTrusted(user, orgId, session) };
          const decision = decide(known);
          await bind(decision.membership, session);
          const insert = known ? users.insertPlace : users.insert;
          await insert(decision.user, decision.membership, session);
          if (decision.membership.awaitingOwner) await resets.ask(email, 'welcome', now, session);
          count(COLLECTION, 1);
          emit(decision.event);
          return recordOf(decision.membership);
        }),
      ),
    update: (call, key, decide) =>
      announced(
        writer
          .write(call, async (unit) => {
            const before = await load(key, unit.session);
            const isSole = await isSoleOrg(before.membership, unit.session);
            const after = decide(before, isSole);
            if (saysNothing(after.event) && after.user === before.user) return recordOf(before.membership);
            await saveChange(unit, call, before, after);
            if (isSole) await settleLinks(unit, before, after);
            return recordOf(after.membership);
          })
          .catch(rethrowTaken),
      ),
    remove: (call, key, decide) =>
      announced(
        writer.write(call, async ({ session, now, emit, count }) => {
          const before = await load(key, session);
          const { user, membership, event } = decide(before);
          if (isWorkingAdmin(before.membership)) await keepAnAdmin(membership, session);
          await access.endSessions(session, user.id, now);
          if (await isSoleOrg(membership, session)) await endAccount(user, session);
          else await users.save(user, session);
          await memberships.deleteOne({ _id: membership.id }, { session });
          count(COLLECTION, -1);
          emit(event);
          return user.id;
        }),
      ),
    async get(orgId, id) {
      const found = await find(orgId, id);
      if (!found) throw notFound('User');
      return found;
    },
    async list(orgId, { search, updatedSince: since, role, isActive, clientId, sort, ...paging }) {
      const narrowing = {
        ...(role && { role }),
        ...(isActive !== undefined && { isActive }),
        ...(clientId !== undefined && { clientId }),
        ...updatedSince(since),
        ...containing(search, ['email']),
      };
      const total = Object.keys(narrowing).length === 0 ? 'kept' : 'counted';
      const stored = sort.replace('created_at', 'createdAt');
      const page = await findPage(memberships, { ...paging, sort: stored, filter: { orgId, ...narrowing }, total });
      return { ...page, data: page.data.map(toMembership) };
    },
  };
}

/** Someone else has made the user meanwhile: the second time it is found, and invited. */
async function againWhenMade<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error)) return write();
    throw error;
  }
}

function rethrowTaken(error: unknown): never {
  throw isDuplicateKey(error) ? emailTaken() : error;
}

const emailTaken = () => new AppError('conflict', 'Another user has this email');
const alreadyThere = () => new AppError('conflict', 'The org has a user of this email already');

function recordOf(membership: Membership): MemberRecord {
  return { record: publicUser(membership), revision: membership.revision };
}

import { type ClientSession, Schema } from 'mongoose';
import { folded } from '#chassis/domain/folded-text.ts';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { writeSearchTexts } from '#chassis/records/search-texts.ts';
import type { Membership, User } from './domain/user.ts';

type Stored<Record extends { id: string }> = Omit<Record, 'id'> & { _id: string };
/** Some stored fields keep their first names. */
type StoredUser = Omit<Stored<User>, 'passwordSetBy' | 'formerMemberships'> & {
  vouchedBy: User['passwordSetBy'];
  formerPlaces: User['formerMemberships'];
  /**
   * Increased by each write that relies on all memberships or sessions of the user, so that two such writes conflict.
   */
  touched: number;
};
type StoredMembership = Omit<Stored<Membership>, 'metadata' | 'emailUnverified'> & {
  awaitingOwner: Membership['emailUnverified'];
  /** JSON text, so that the database never reads a key of the caller. */
  metadata: string;
  /** The email and the name as searches compare them. */
  foldedEmail?: string;
  foldedName?: string;
  /**
   * Increased before a mail to the invited email, so that two such transactions conflict, and only one writes a mail.
   */
  touched?: number;
};

const userSchema = new Schema<StoredUser>(
  {
    _id: String,
    email: String,
    passwordHash: String,
    vouchedBy: String,
    formerPlaces: [new Schema({ orgId: String, revision: Number }, { _id: false })],
    createdAt: Date,
    updatedAt: Date,
    touched: Number,
  },
  { collection: 'users', versionKey: false },
);
// The index does not begin with orgId: a person is one user in the whole system. The email is also the shard key.
userSchema.index({ email: 1 }, { unique: true });

const membershipSchema = new Schema<StoredMembership>(
  {
    _id: String,
    orgId: String,
    userId: String,
    email: String,
    name: String,
    foldedEmail: String,
    foldedName: String,
    role: String,
    clientId: String,
    isActive: Boolean,
    awaitingOwner: Boolean,
    accepted: Boolean,
    metadata: String,
    touched: Number,
    revision: Number,
    createdAt: Date,
    updatedAt: Date,
  },
  { collection: 'memberships', versionKey: false },
);
membershipSchema.index({ orgId: 1, userId: 1 }, { unique: true });
// An email occurs once in an org, as member or invitation.
membershipSchema.index({ orgId: 1, email: 1 }, { unique: true });
membershipSchema.index({ orgId: 1, createdAt: 1, _id: 1 });
membershipSchema.index({ orgId: 1, updatedAt: 1, _id: 1 });
membershipSchema.index({ orgId: 1, email: 1, _id: 1 });
membershipSchema.index({ orgId: 1, name: 1, _id: 1 });
membershipSchema.index({ orgId: 1, role: 1, createdAt: 1, _id: 1 });
membershipSchema.index({ orgId: 1, clientId: 1, createdAt: 1, _id: 1 });
// Does not begin with orgId: finds the orgs of a user.
membershipSchema.index({ userId: 1 });
// Does not begin with orgId: finds the invitations of an email in all orgs.
membershipSchema.index({ email: 1 });

/**
 * Maximum number of memberships of one user that a call reads: the oldest ones. So the cost of a login, also of a
 * failed one, is limited (ADR 13).
 */
const MAX_LISTED = 1_000;

/** Users as they are in the whole system. `memberRepository` has them as one org sees them. */
export interface UserRepository {
  findById(id: string, session?: ClientSession): Promise<User | undefined>;
  /** `email`: in canonical form. */
  findByEmail(email: string, session?: ClientSession): Promise<User | undefined>;
  /** Users with all their usable memberships, the accepted ones first; undefined if these are 1,000 or more in all. */
  findSeveral(ids: string[]): Promise<Map<string, { user: User; memberships: Membership[] }> | undefined>;
  /** The user's usable memberships, at most 1,000: the accepted ones first. */
  activeMemberships(userId: string, session?: ClientSession): Promise<Membership[]>;
  /** The user's membership in one org; undefined if there is none or it is not usable. */
  activeMembership(userId: string, orgId: string, session?: ClientSession): Promise<Membership | undefined>;
  /** Whether the email has an active invitation: in the org, or in any org if `orgId` is undefined. */
  isInvited(email: string, orgId?: string, session?: ClientSession): Promise<boolean>;
  /** The active invitation of an email to an org; undefined if there is none. */
  findInvitation(key: { orgId: string; email: string }, session: ClientSession): Promise<Membership | undefined>;
  /** The memberships that the owner of the mailbox never accepted, usable or not. */
  unacceptedMemberships(userId: string, session: ClientSession): Promise<Membership[]>;
  /** Whether another user can administer the org of the membership. */
  hasAnotherAdmin(membership: Membership, session: ClientSession): Promise<boolean>;
  /** The orgs in which the user has a membership, usable or not: at most 1,000, the oldest first. */
  orgsOf(userId: string, session?: ClientSession): Promise<string[]>;
  insert(user: User, membership: Membership, session: ClientSession): Promise<void>;
  /** Adds a membership to an existing user, and saves the user. */
  addMembership(user: User, membership: Membership, session: ClientSession): Promise<void>;
  insertInvitation(invitation: Membership, session: ClientSession): Promise<void>;
  /** Removes a membership or an invitation. */
  removeMembership(membership: Membership, session: ClientSession): Promise<void>;
  save(user: User, session: ClientSession): Promise<void>;
  /**
   * Makes the transaction conflict with all others that rely on the user's memberships or sessions. It has no effect if
   * another transaction has removed the user.
   */
  touch(userId: string, session: ClientSession): Promise<void>;
  /** Sets a password for a caller who knew the previous one. The caller need not be the owner of the mailbox. */
  changePassword(userId: string, passwordHash: string, now: Date, session: ClientSession): Promise<void>;
}

/** Adds fields that the first users and memberships did not have. */
export const ownersUpgrade: Upgrade = {
  name: 'users: who proved to own the mailbox',
  async apply(connection) {
    const [absent, nothing] = [{ $exists: false }, { formerPlaces: [], vouchedBy: null, touched: 0 }];
    const users = await connection.collection('users').updateMany({ formerPlaces: absent }, { $set: nothing });
    const membership = { awaitingOwner: false, metadata: '{}' };
    const memberships = await connection
      .collection('memberships')
      .updateMany({ awaitingOwner: absent }, { $set: membership });
    return users.modifiedCount + memberships.modifiedCount;
  },
};

/** Marks accepted memberships, and gives invitations their own ids. */
export const invitationsUpgrade: Upgrade = {
  name: 'users: which places their owners accepted',
  async apply(connection) {
    const [users, memberships] = [connection.collection('users'), connection.collection('memberships')];
    const old = { accepted: { $exists: false } };
    const found = await memberships.countDocuments(old);
    if (found === 0) return 0;
    const waiting = memberships.find({ ...old, awaitingOwner: true }, { projection: { _id: 1 } });
    for await (const { _id } of waiting) {
      await memberships.updateOne({ _id }, { $set: { userId: String(_id), accepted: false } });
    }
    // An earlier version that still runs may add invitations now. They are left for the next run.
    const placed = { ...old, awaitingOwner: false };
    const vouched = users.find({ vouchedBy: { $ne: null } }, { projection: { _id: 1 } });
    for await (const { _id } of vouched) {
      await memberships.updateMany({ ...placed, userId: String(_id) }, { $set: { accepted: false } });
    }
    await memberships.updateMany(placed, { $set: { accepted: true } });
    return found;
  },
};

export const userModels = ({ connection }: Store) => ({
  users: modelOf(connection, 'User', userSchema),
  memberships: modelOf(connection, 'Membership', membershipSchema),
});

export function userRepository(store: Store): UserRepository {
  const { users, memberships } = userModels(store);

  async function find(filter: { _id: string } | { email: string }, session?: ClientSession) {
    const found = await users.findOne(filter, null, { session: session ?? null }).lean();
    return found ? toUser(found) : undefined;
  }
  async function membershipsOf(filter: Partial<StoredMembership>, session?: ClientSession) {
    const found = await memberships
      .find(filter, null, { session: session ?? null })
      .sort({ _id: 1 })
      .limit(MAX_LISTED)
      .lean();
    return found.map(toMembership);
  }
  async function save(user: User, session: ClientSession) {
    const { _id, ...fields } = storedUser(user);
    await users.updateOne({ _id }, { $set: fields, $inc: { touched: 1 } }, { session });
  }

  async function insertMembership(membership: Membership, session: ClientSession) {
    await insertOne(memberships, storedMembership(membership), session);
  }

  return {
    findById: (id, session) => find({ _id: id }, session),
    findByEmail: (email, session) => find({ email }, session),
    async findSeveral(ids) {
      const [found, belonging] = await Promise.all([
        users.find({ _id: { $in: ids } }).lean(),
        memberships
          .find({ userId: { $in: ids }, ...usable })
          .sort({ _id: 1 })
          .limit(MAX_LISTED)
          .lean(),
      ]);
      if (belonging.length === MAX_LISTED) return undefined;
      const ofUsers = Map.groupBy(belonging.map(toMembership), ({ userId }) => userId);
      return new Map(
        found.map(toUser).map((user) => [user.id, { user, memberships: acceptedFirst(ofUsers.get(user.id) ?? []) }]),
      );
    },
    activeMemberships: async (userId, session) => acceptedFirst(await membershipsOf({ userId, ...usable }, session)),
    activeMembership: async (userId, orgId, session) => (await membershipsOf({ userId, orgId, ...usable }, session))[0],
    async isInvited(email, orgId, session) {
      const invited = { email, ...waiting, ...(orgId !== undefined && { orgId }) };
      return (await memberships.exists(invited).session(session ?? null)) !== null;
    },
    findInvitation: async ({ orgId, email }, session) =>
      (await membershipsOf({ orgId, email, ...waiting }, session))[0],
    unacceptedMemberships: (userId, session) =>
      membershipsOf({ userId, accepted: false, awaitingOwner: false }, session),
    async hasAnotherAdmin({ orgId, userId }, session) {
      const another = { orgId, role: 'admin' as const, ...usable, userId: { $ne: userId } };
      return (await memberships.exists(another).session(session)) !== null;
    },
    async orgsOf(userId, session) {
      return (await membershipsOf({ userId }, session)).map(({ orgId }) => orgId);
    },
    async insert(user, membership, session) {
      await insertOne(users, { ...storedUser(user), touched: 0 }, session);
      await insertMembership(membership, session);
    },
    async addMembership(user, membership, session) {
      await save(user, session);
      await insertMembership(membership, session);
    },
    insertInvitation: insertMembership,
    async removeMembership({ id }, session) {
      await memberships.deleteOne({ _id: id }, { session });
    },
    save,
    async touch(userId, session) {
      await users.updateOne({ _id: userId }, { $inc: { touched: 1 } }, { session });
    },
    async changePassword(userId, passwordHash, now, session) {
      const change = { $set: { passwordHash, updatedAt: now }, $inc: { touched: 1 } };
      await users.updateOne({ _id: userId }, change, { session });
    },
  };
}

/**
 * An earlier version changes a membership without these texts, and leaves them in it. So all memberships are read, and the
 * texts compared.
 */
export const memberTexts: Upgrade = {
  name: 'users: the texts that searches read',
  apply: (connection) =>
    writeSearchTexts(connection.collection('memberships'), {
      from: ['email', 'name'],
      textsOf: (row) => searchTextsOf(row as Partial<Membership>),
    }),
};

const searchTextsOf = ({ email, name }: Partial<Pick<Membership, 'email' | 'name'>>) => ({
  foldedEmail: folded(email ?? ''),
  foldedName: folded(name ?? ''),
});

const acceptedFirst = (memberships: Membership[]) =>
  memberships.sort((one, other) => Number(other.accepted) - Number(one.accepted));

const usable = { isActive: true, awaitingOwner: false };
const waiting = { isActive: true, awaitingOwner: true };

function toUser({ _id, touched: _, vouchedBy, formerPlaces, ...user }: StoredUser): User {
  return { id: _id, ...user, passwordSetBy: vouchedBy, formerMemberships: formerPlaces };
}

function storedUser({ id, passwordSetBy, formerMemberships, ...user }: User): Omit<StoredUser, 'touched'> {
  return { _id: id, ...user, vouchedBy: passwordSetBy, formerPlaces: formerMemberships };
}

export function toMembership(stored: StoredMembership): Membership {
  const { _id, metadata, touched: _touched, awaitingOwner, foldedEmail: _email, foldedName: _name, ...rest } = stored;
  const { accepted = false, name = null } = rest;
  return { id: _id, ...rest, name, emailUnverified: awaitingOwner, accepted, metadata: JSON.parse(metadata) };
}

export function storedMembership({ id, metadata, emailUnverified, ...rest }: Membership): StoredMembership {
  const stored = { _id: id, ...rest, awaitingOwner: emailUnverified, metadata: JSON.stringify(metadata) };
  return { ...stored, ...searchTextsOf(rest) };
}

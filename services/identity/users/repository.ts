import { type ClientSession, Schema } from 'mongoose';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import type { Membership, User } from './domain/user.ts';

type Stored<Record extends { id: string }> = Omit<Record, 'id'> & { _id: string };
/** Some fields have kept the names that they were first stored by. */
type StoredUser = Omit<Stored<User>, 'passwordSetBy' | 'formerMemberships'> & {
  vouchedBy: User['passwordSetBy'];
  formerPlaces: User['formerMemberships'];
  /** Raised where a rule about all of a user's memberships, or its sessions, is relied on: of two such writes one waits. */
  touched: number;
};
type StoredMembership = Omit<Stored<Membership>, 'metadata' | 'emailUnverified'> & {
  awaitingOwner: Membership['emailUnverified'];
  /** As JSON text: its keys are the caller's, and no operators. */
  metadata: string;
  /** Raised where a mail to who is invited may be due: of two at once one waits, and finds that it is written. */
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
// Not by org: a person is one in the whole system. Also the shard key.
userSchema.index({ email: 1 }, { unique: true });

const membershipSchema = new Schema<StoredMembership>(
  {
    _id: String,
    orgId: String,
    userId: String,
    email: String,
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
// An email is in an org once, invited or not.
membershipSchema.index({ orgId: 1, email: 1 }, { unique: true });
membershipSchema.index({ orgId: 1, createdAt: 1, _id: 1 });
membershipSchema.index({ orgId: 1, email: 1, _id: 1 });
membershipSchema.index({ orgId: 1, role: 1, createdAt: 1, _id: 1 });
membershipSchema.index({ orgId: 1, clientId: 1, createdAt: 1, _id: 1 });
// Not by org: asks which orgs a user belongs to.
membershipSchema.index({ userId: 1 });
// Not by org: asks whether an email is invited anywhere.
membershipSchema.index({ email: 1 });

/**
 * Memberships of one user that are listed, told of and acted on at once, the oldest: logins, failed ones included, are not to
 * become as dear as one likes (ADR 13).
 */
const MAX_LISTED = 1_000;

/** Users as they are in the whole system; `memberRepository` has them as one org sees them. */
export interface UserRepository {
  findById(id: string, session?: ClientSession): Promise<User | undefined>;
  /** `email` in canonical form. */
  findByEmail(email: string, session?: ClientSession): Promise<User | undefined>;
  /** The memberships that a user may act from, 1,000 at most: the first accepted first, what it never agreed to last. */
  activeMemberships(userId: string, session?: ClientSession): Promise<Membership[]>;
  /** The membership in one org, if the user may act from it. */
  activeMembership(userId: string, orgId: string): Promise<Membership | undefined>;
  /** Whether an invitation of that email waits: in the org, or anywhere. */
  isInvited(email: string, orgId?: string, session?: ClientSession): Promise<boolean>;
  /** The invitation of an email to an org, unless it is set inactive. */
  findInvitation(key: { orgId: string; email: string }, session: ClientSession): Promise<Membership | undefined>;
  /** The memberships that the owner of the mailbox never agreed to, usable or not. */
  unacceptedMemberships(userId: string, session: ClientSession): Promise<Membership[]>;
  /** Whether somebody else can administer the org of the membership. */
  hasAnotherAdmin(membership: Membership, session: ClientSession): Promise<boolean>;
  /** The orgs that a user has a membership in, usable or not: the 1,000 that it came to first. */
  orgsOf(userId: string, session?: ClientSession): Promise<string[]>;
  insert(user: User, membership: Membership, session: ClientSession): Promise<void>;
  /** Adds a membership to a user who exists, and saves the user with it. */
  addMembership(user: User, membership: Membership, session: ClientSession): Promise<void>;
  insertInvitation(invitation: Membership, session: ClientSession): Promise<void>;
  /** Removes a membership, or an invitation. */
  removeMembership(membership: Membership, session: ClientSession): Promise<void>;
  save(user: User, session: ClientSession): Promise<void>;
  /**
   * Makes the transaction wait for, or fail with, any other that relies on the user's memberships or sessions. Nothing happens
   * when there is no such user: then another transaction has removed it.
   */
  touch(userId: string, session: ClientSession): Promise<void>;
  /** A password by someone who knew the one before, who need not be the owner of the mailbox. */
  changePassword(userId: string, passwordHash: string, now: Date, session: ClientSession): Promise<void>;
}

/** Adds fields that users and memberships did not have at first. */
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

/** Memberships that are accepted, and invitations that stand for an email. */
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
    // A membership that waits now was made meanwhile by an earlier version, and is for the next round.
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
    async activeMemberships(userId, session) {
      const found = await membershipsOf({ userId, ...usable }, session);
      return found.sort((one, other) => Number(other.accepted) - Number(one.accepted));
    },
    activeMembership: async (userId, orgId) => (await membershipsOf({ userId, orgId, ...usable }))[0],
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

const usable = { isActive: true, awaitingOwner: false };
const waiting = { isActive: true, awaitingOwner: true };

function toUser({ _id, touched: _, vouchedBy, formerPlaces, ...user }: StoredUser): User {
  return { id: _id, ...user, passwordSetBy: vouchedBy, formerMemberships: formerPlaces };
}

function storedUser({ id, passwordSetBy, formerMemberships, ...user }: User): Omit<StoredUser, 'touched'> {
  return { _id: id, ...user, vouchedBy: passwordSetBy, formerPlaces: formerMemberships };
}

export function toMembership({ _id, metadata, touched: _, awaitingOwner, ...rest }: StoredMembership): Membership {
  const { accepted = false } = rest;
  return { id: _id, ...rest, emailUnverified: awaitingOwner, accepted, metadata: JSON.parse(metadata) };
}

export function storedMembership({ id, metadata, emailUnverified, ...rest }: Membership): StoredMembership {
  return { _id: id, ...rest, awaitingOwner: emailUnverified, metadata: JSON.stringify(metadata) };
}

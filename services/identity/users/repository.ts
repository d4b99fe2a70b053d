import { type ClientSession, Schema } from 'mongoose';
import { modelOf } from '#chassis/model.ts';
import type { Store } from '#chassis/mongo.ts';
import type { Upgrade } from '#chassis/upgrades.ts';
import type { Unit } from '#chassis/write.ts';
import { type Membership, proveOwner, type User } from './user.ts';

type Stored<Record extends { id: string }> = Omit<Record, 'id'> & { _id: string };
type StoredUser = Stored<User> & {
  /** Raised where a rule about all of a user's places, or its sessions, is relied on: of two such writes one waits. */
  touched: number;
};
/** The metadata as JSON text: its keys are the caller's, and no operators. */
type StoredMembership = Omit<Stored<Membership>, 'metadata'> & { metadata: string };

const userSchema = new Schema<StoredUser>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    passwordHash: { type: String, default: null },
    vouchedBy: { type: String, default: null },
    formerPlaces: { type: [new Schema({ orgId: String, revision: Number }, { _id: false })], required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    touched: { type: Number, required: true },
  },
  { collection: 'users', versionKey: false },
);
// Not by org: a person is one in the whole system. Also the shard key.
userSchema.index({ email: 1 }, { unique: true });

const membershipSchema = new Schema<StoredMembership>(
  {
    _id: { type: String, required: true },
    orgId: { type: String, required: true },
    userId: { type: String, required: true },
    email: { type: String, required: true },
    role: { type: String, required: true },
    clientId: { type: String, default: null },
    isActive: { type: Boolean, required: true },
    awaitingOwner: { type: Boolean, required: true },
    metadata: { type: String, required: true },
    revision: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'memberships', versionKey: false },
);
membershipSchema.index({ orgId: 1, userId: 1 }, { unique: true });
membershipSchema.index({ orgId: 1, createdAt: 1, _id: 1 });
membershipSchema.index({ orgId: 1, email: 1, _id: 1 });
membershipSchema.index({ orgId: 1, role: 1, createdAt: 1, _id: 1 });
membershipSchema.index({ orgId: 1, clientId: 1, createdAt: 1, _id: 1 });
// Not by org: asks which orgs a user belongs to.
membershipSchema.index({ userId: 1 });

/**
 * Places of one user that are listed, told of and acted on at once, the oldest. Any org's admin may invite anyone, which is
 * not to make that user's logins, failed ones included, as dear as he likes (ADR 13).
 */
const MAX_LISTED = 1_000;

/** Users as they are in the whole system; `memberRepository` has them as one org sees them. */
export interface UserRepository {
  findById(id: string, session?: ClientSession): Promise<User | undefined>;
  /** `email` in canonical form. */
  findByEmail(email: string, session?: ClientSession): Promise<User | undefined>;
  /** The places that a user may act from, the oldest first, 1,000 at most. */
  activePlaces(userId: string, session?: ClientSession): Promise<Membership[]>;
  /** The place in one org, if the user may act from it. */
  activePlace(userId: string, orgId: string): Promise<Membership | undefined>;
  /** The orgs that a user has a place in, usable or not: the 1,000 that it came to first. */
  orgsOf(userId: string, session?: ClientSession): Promise<string[]>;
  insert(user: User, membership: Membership, session: ClientSession): Promise<void>;
  /** Adds a place to a user who exists, and saves the user with it. */
  insertPlace(user: User, membership: Membership, session: ClientSession): Promise<void>;
  save(user: User, session: ClientSession): Promise<void>;
  /**
   * Makes the transaction wait for, or fail with, any other that relies on the user's places or sessions. Nothing happens
   * when there is no such user: then another transaction has removed it.
   */
  touch(userId: string, session: ClientSession): Promise<void>;
  /** A password by someone who knew the one before, who need not be the owner of the mailbox. */
  changePassword(userId: string, passwordHash: string, now: Date, session: ClientSession): Promise<void>;
  /**
   * A password by the owner of the mailbox: opens the places that wait for that, with an event for each. False when the
   * user is gone or has another email than the link was mailed to.
   */
  setOwnPassword(unit: Unit, own: { userId: string; mailedTo: string; passwordHash: string }): Promise<boolean>;
}

/** What users and places had not at first. */
export const ownersUpgrade: Upgrade = {
  name: 'users: who proved to own the mailbox',
  async run(connection) {
    const [absent, nothing] = [{ $exists: false }, { formerPlaces: [], vouchedBy: null, touched: 0 }];
    const users = await connection.collection('users').updateMany({ formerPlaces: absent }, { $set: nothing });
    const place = { awaitingOwner: false, metadata: '{}' };
    const places = await connection.collection('memberships').updateMany({ awaitingOwner: absent }, { $set: place });
    return users.modifiedCount + places.modifiedCount;
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
  async function placesOf(filter: Partial<StoredMembership>, session?: ClientSession) {
    const found = await memberships
      .find(filter, null, { session: session ?? null })
      .sort({ _id: 1 })
      .limit(MAX_LISTED)
      .lean();
    return found.map(toMembership);
  }
  async function save({ id, ...fields }: User, session: ClientSession) {
    await users.updateOne({ _id: id }, { $set: fields, $inc: { touched: 1 } }, { session });
  }

  return {
    findById: (id, session) => find({ _id: id }, session),
    findByEmail: (email, session) => find({ email }, session),
    activePlaces: (userId, session) => placesOf({ userId, ...usable }, session),
    activePlace: async (userId, orgId) => (await placesOf({ userId, orgId, ...usable }))[0],
    async orgsOf(userId, session) {
      return (await placesOf({ userId }, session)).map(({ orgId }) => orgId);
    },
    async insert({ id, ...user }, membership, session) {
      await users.insertOne({ _id: id, ...user, touched: 0 }, { session });
      await memberships.insertOne(storedMembership(membership), { session });
    },
    async insertPlace(user, membership, session) {
      await save(user, session);
      await memberships.insertOne(storedMembership(membership), { session });
    },
    save,
    async touch(userId, session) {
      await users.updateOne({ _id: userId }, { $inc: { touched: 1 } }, { session });
    },
    async changePassword(userId, passwordHash, now, session) {
      const change = { $set: { passwordHash, updatedAt: now }, $inc: { touched: 1 } };
      await users.updateOne({ _id: userId }, change, { session });
    },
    async setOwnPassword({ session, now, emit }, { userId, mailedTo, passwordHash }) {
      const before = await find({ _id: userId }, session);
      if (before?.email !== mailedTo) return false;
      const { user, opened } = proveOwner(
        before,
        await placesOf({ userId, awaitingOwner: true }, session),
        passwordHash,
        now,
      );
      await save(user, session);
      for (const { membership, event } of opened) {
        await memberships.updateOne({ _id: membership.id }, { $set: storedMembership(membership) }, { session });
        emit(event);
      }
      return true;
    },
  };
}

const usable = { isActive: true, awaitingOwner: false };

function toUser({ _id, touched: _, ...user }: StoredUser): User {
  return { id: _id, ...user };
}

export function toMembership({ _id, metadata, ...place }: StoredMembership): Membership {
  return { id: _id, ...place, metadata: JSON.parse(metadata) };
}

export function storedMembership({ id, metadata, ...place }: Membership): StoredMembership {
  return { _id: id, ...place, metadata: JSON.stringify(metadata) };
}

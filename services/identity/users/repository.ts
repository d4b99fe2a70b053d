import { type ClientSession, Schema } from 'mongoose';
import type { Store } from '#chassis/mongo.ts';
import type { Membership, User } from './user.ts';

type Stored<Record extends { id: string }> = Omit<Record, 'id'> & { _id: string };

const userSchema = new Schema<Stored<User>>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    passwordHash: { type: String, required: true },
    metadata: { type: Object, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'users', versionKey: false, minimize: false },
);
// Not by org: a person is one in the whole system. Also the shard key.
userSchema.index({ email: 1 }, { unique: true });

const membershipSchema = new Schema<Stored<Membership>>(
  {
    _id: { type: String, required: true },
    orgId: { type: String, required: true },
    userId: { type: String, required: true },
    email: { type: String, required: true },
    role: { type: String, required: true },
    clientId: { type: String, default: null },
    isActive: { type: Boolean, required: true },
    revision: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'memberships', versionKey: false },
);
membershipSchema.index({ orgId: 1, userId: 1 }, { unique: true });
membershipSchema.index({ orgId: 1, email: 1 });
// Not by org: asks which orgs a user belongs to.
membershipSchema.index({ userId: 1 });

export interface UserRepository {
  findById(id: string): Promise<User | undefined>;
  /** `email` in canonical form. */
  findByEmail(email: string): Promise<User | undefined>;
  /** A user's active places, the oldest first. */
  activePlaces(userId: string): Promise<Membership[]>;
  insert(user: User, membership: Membership, session: ClientSession): Promise<void>;
  /**
   * Changes nothing that shows: of two transactions that touch the same user only one commits, the other is run again on
   * what the first has left. False when there is no such user.
   */
  touch(userId: string, session: ClientSession): Promise<boolean>;
}

export function userRepository({ connection }: Store): UserRepository {
  const users = connection.model('User', userSchema);
  const memberships = connection.model('Membership', membershipSchema);
  return {
    async findById(id) {
      const found = await users.findById(id).lean();
      return found ? toDomain(found) : undefined;
    },
    async findByEmail(email) {
      const found = await users.findOne({ email }).lean();
      return found ? toDomain(found) : undefined;
    },
    async activePlaces(userId) {
      const found = await memberships.find({ userId, isActive: true }).sort({ _id: 1 }).lean();
      return found.map(toDomain);
    },
    async insert(user, membership, session) {
      await users.insertOne(toStored(user), { session });
      await memberships.insertOne(toStored(membership), { session });
    },
    async touch(userId, session) {
      // Past mongoose, which knows no such field, and nobody has to.
      const { matchedCount } = await users.collection.updateOne(
        { _id: userId as never },
        { $inc: { touches: 1 } },
        { session },
      );
      return matchedCount === 1;
    },
  };
}

function toDomain<Document extends { _id: string }>({ _id, ...rest }: Document) {
  return { id: _id, ...rest };
}

function toStored<Domain extends { id: string }>({ id, ...rest }: Domain) {
  return { _id: id, ...rest };
}

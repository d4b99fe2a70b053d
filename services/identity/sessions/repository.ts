import { type ClientSession, Schema } from 'mongoose';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { networkOf } from '#chassis/runtime/network.ts';
import { EMAIL_LIMIT, EMAIL_WINDOW_MS, type Failures } from './domain/lockout.ts';

interface StoredFailure {
  /** Keyed hashes: who tried what from where is not kept in the clear. */
  pair: string;
  email: string;
  at: Date;
  /** The lock that this failure brought about is in the audit log. */
  lockNoted?: boolean;
}

const failureSchema = new Schema<StoredFailure>(
  {
    pair: String,
    email: String,
    at: Date,
    lockNoted: Boolean,
  },
  { collection: 'login_failures', versionKey: false },
);
// Not by org: who fails to log in belongs to none yet.
failureSchema.index({ pair: 1, at: -1 });
failureSchema.index({ email: 1, at: -1 });
failureSchema.index({ at: 1 }, { expireAfterSeconds: EMAIL_WINDOW_MS / 1000 });

const LAST = { sort: { at: -1, _id: -1 } } as const;

export interface FailureRepository {
  /** The last failures, at most `limit` of the pair and EMAIL_LIMIT of the email. */
  recent(email: string, address: string, limit: number): Promise<Failures>;
  /** Whether the last failure, of the pair or of the email, is noted to be a lock. */
  isLockNoted(of: keyof Failures, email: string, address: string): Promise<boolean>;
  /** Notes it. False when that was noted before. */
  noteLock(of: keyof Failures, email: string, address: string, session: ClientSession): Promise<boolean>;
  add(email: string, address: string, at: Date, session: ClientSession): Promise<void>;
  /** Forgets the pair's failures, also among the email's. */
  clear(email: string, address: string): Promise<void>;
  /** Forgets the failures of an email from anywhere. */
  clearAll(email: string, session: ClientSession): Promise<void>;
}

export function failureRepository({ connection, fingerprint }: Store): FailureRepository {
  const failures = modelOf(connection, 'LoginFailure', failureSchema);
  const pairKey = (email: string, address: string) => fingerprint(JSON.stringify(['login', email, networkOf(address)]));
  const emailKey = (email: string) => fingerprint(JSON.stringify(['login', email]));

  const filterOf = (of: keyof Failures, email: string, address: string) =>
    of === 'pair' ? { pair: pairKey(email, address) } : { email: emailKey(email) };

  async function last(filter: Partial<StoredFailure>, limit: number): Promise<Date[]> {
    const found = await failures.find(filter, { at: 1, _id: 0 }).sort({ at: -1 }).limit(limit).lean();
    return found.map(({ at }) => at);
  }

  return {
    async recent(email, address, limit) {
      const [ofPair, ofEmail] = await Promise.all([
        last({ pair: pairKey(email, address) }, limit),
        last({ email: emailKey(email) }, EMAIL_LIMIT),
      ]);
      return { pair: ofPair, email: ofEmail };
    },
    async isLockNoted(of, email, address) {
      const last = await failures.findOne(filterOf(of, email, address), { lockNoted: 1 }, LAST).lean();
      return last?.lockNoted === true;
    },
    async noteLock(of, email, address, session) {
      const noted = { $set: { lockNoted: true } };
      const last = await failures.findOneAndUpdate(filterOf(of, email, address), noted, { ...LAST, session }).lean();
      return last?.lockNoted !== true;
    },
    async add(email, address, at, session) {
      await insertOne(failures, { pair: pairKey(email, address), email: emailKey(email), at }, session);
    },
    async clear(email, address) {
      await failures.deleteMany({ pair: pairKey(email, address) });
    },
    async clearAll(email, session) {
      await failures.deleteMany({ email: emailKey(email) }, { session });
    },
  };
}

import { type ClientSession, Schema } from 'mongoose';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';

/** An attempt to log in whose audit entries are not yet written. */
export interface UnauditedLogin {
  id: string;
  action: 'login.failed' | 'login.locked';
  /** null if no user has the email. */
  userId: string | null;
  address: string;
  requestId: string;
  at: Date;
}

type StoredAttempt = Omit<UnauditedLogin, 'id'> & { _id: string; dueAt: Date };

const schema = new Schema<StoredAttempt>(
  {
    _id: String,
    action: String,
    userId: String,
    address: String,
    requestId: String,
    at: Date,
    dueAt: Date,
  },
  { collection: 'pending_attempts', versionKey: false },
);
// The index does not begin with orgId, because a caller who is not logged in belongs to no org.
schema.index({ dueAt: 1 });

export interface UnauditedLoginRepository {
  add(attempt: UnauditedLogin, session: ClientSession): Promise<void>;
  /**
   * Claims the attempt that is due for the longest time at `now`. Other processes can claim it again from `until` on.
   * Undefined if none is due.
   */
  claim(now: Date, until: Date): Promise<UnauditedLogin | undefined>;
  remove(id: string): Promise<void>;
}

export function unauditedLoginRepository({ connection }: Pick<Store, 'connection'>): UnauditedLoginRepository {
  const attempts = modelOf(connection, 'UnauditedLogin', schema);
  return {
    async add({ id, ...attempt }, session) {
      await insertOne(attempts, { _id: id, ...attempt, dueAt: attempt.at }, session);
    },
    async claim(now, until) {
      const update = { $set: { dueAt: until } };
      const options = { sort: { dueAt: 1 } } as const;
      const claimed = await attempts.findOneAndUpdate({ dueAt: { $lte: now } }, update, options).lean();
      if (!claimed) return undefined;
      const { _id: id, dueAt: _, ...attempt } = claimed;
      return { id, ...attempt };
    },
    async remove(id) {
      await attempts.deleteOne({ _id: id });
    },
  };
}

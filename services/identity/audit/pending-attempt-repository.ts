import { type ClientSession, Schema } from 'mongoose';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';

/** An attempt to log in whose audit entries are still to be written. */
export interface PendingAttempt {
  id: string;
  action: 'login.failed' | 'login.locked';
  /** Null for an email that is no user's. */
  userId: string | null;
  address: string;
  requestId: string;
  at: Date;
}

type StoredAttempt = Omit<PendingAttempt, 'id'> & { _id: string; dueAt: Date };

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
// Not by org: who fails to log in belongs to none yet.
schema.index({ dueAt: 1 });

export interface PendingAttemptRepository {
  add(attempt: PendingAttempt, session: ClientSession): Promise<void>;
  /** The one that has been due longest by `now`, which is then due for others at `until`. */
  claim(now: Date, until: Date): Promise<PendingAttempt | undefined>;
  remove(id: string): Promise<void>;
}

export function pendingAttemptRepository({ connection }: Pick<Store, 'connection'>): PendingAttemptRepository {
  const attempts = modelOf(connection, 'PendingAttempt', schema);
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

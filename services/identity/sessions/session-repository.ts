import { type ClientSession, type QueryFilter, Schema } from 'mongoose';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { Session } from './domain/session.ts';

type StoredSession = Omit<Session, 'id'> & {
  _id: string;
  /** An access change names it beside a membership. */
  named?: boolean;
};

const sessionSchema = new Schema<StoredSession>(
  {
    _id: String,
    userId: String,
    orgId: String,
    createdAt: Date,
    expiresAt: Date,
    named: Boolean,
  },
  { collection: 'sessions', versionKey: false },
);
// Not by org: a session ends with its user, wherever that is.
sessionSchema.index({ userId: 1 });
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export interface SessionRepository {
  insert(session: Session, transaction: ClientSession): Promise<void>;
  /**
   * The ids of the user's sessions that it has not returned before. A gateway of an earlier version ends a session that it
   * is told of for good: to tell it again with every change would make as much as changes times sessions.
   */
  nameOnce(userId: string, transaction: ClientSession): Promise<string[]>;
  /** Removes the user's sessions, or the one if it is the user's; returns the ids of those that were there. */
  remove(userId: string, transaction: ClientSession, only?: string): Promise<string[]>;
}

export function sessionRepository({ connection }: Store): SessionRepository {
  const sessions = modelOf(connection, 'Session', sessionSchema);

  async function idsOf(filter: QueryFilter<StoredSession>, transaction: ClientSession): Promise<string[]> {
    const found = await sessions.find(filter, { _id: 1 }, { session: transaction }).lean();
    return found.map(({ _id }) => _id);
  }

  return {
    async nameOnce(userId, transaction) {
      const ids = await idsOf({ userId, named: { $ne: true } }, transaction);
      if (ids.length > 0)
        await sessions.updateMany({ _id: { $in: ids } }, { $set: { named: true } }, { session: transaction });
      return ids;
    },
    async insert({ id, ...rest }, transaction) {
      await insertOne(sessions, { _id: id, ...rest }, transaction);
    },
    async remove(userId, transaction, only) {
      const ids = await idsOf({ userId, ...(only !== undefined && { _id: only }) }, transaction);
      if (ids.length > 0) await sessions.deleteMany({ _id: { $in: ids } }, { session: transaction });
      return ids;
    },
  };
}

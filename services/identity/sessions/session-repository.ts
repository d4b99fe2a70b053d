import { type ClientSession, type QueryFilter, Schema } from 'mongoose';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { Session } from './domain/session.ts';

type StoredSession = Omit<Session, 'id'> & {
  _id: string;
  /** True after an access change has named the session because of a membership. */
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
// The indexes do not begin with orgId, because a user's sessions end in all orgs.
sessionSchema.index({ userId: 1 });
sessionSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export interface SessionRepository {
  insert(session: Session, transaction: ClientSession): Promise<void>;
  /**
   * The user's sessions that were not returned before. Each is named once, because a gateway of an earlier version ends
   * a named session for ever, and naming all sessions with each change would make very many entries.
   */
  nameOnce(userId: string, transaction: ClientSession): Promise<string[]>;
  /**
   * Removes all sessions of the user, or only the session `only` if it is the user's. Returns the ids of the removed
   * sessions.
   */
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

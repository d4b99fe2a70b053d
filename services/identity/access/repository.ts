import { type ClientSession, Schema } from 'mongoose';
import type { Store } from '#chassis/mongo.ts';
import type { Revocation } from './revocation.ts';

type StoredRevocation = Omit<Revocation, 'id'> & { _id: string; publishedAt: Date | null };

const revocationSchema = new Schema<StoredRevocation>(
  {
    _id: { type: String, required: true },
    sessions: { type: [String], required: true },
    keys: { type: [String], required: true },
    at: { type: Date, required: true },
    publishedAt: { type: Date, default: null },
  },
  { collection: 'revocations', versionKey: false },
);
// Not by org: sessions and keys are refused by their ids.
// Longer than a gateway may believe the token of an ended session (ACCESS_RELEVANT_MS).
revocationSchema.index({ at: 1 }, { expireAfterSeconds: 2 * 3600 });
revocationSchema.index({ publishedAt: 1, at: 1 });

export interface RevocationRepository {
  insert(revocation: Revocation, session: ClientSession): Promise<void>;
  /** Those made at `since` or later, the oldest first. */
  since(since: Date): Promise<Revocation[]>;
  /** The oldest that have not been published. */
  unpublished(limit: number): Promise<Revocation[]>;
  markPublished(ids: string[], at: Date): Promise<void>;
}

export function revocationRepository({ connection }: Store): RevocationRepository {
  const revocations = connection.model('Revocation', revocationSchema);
  return {
    async insert({ id, ...rest }, session) {
      await revocations.insertOne({ _id: id, ...rest, publishedAt: null }, { session });
    },
    async since(since) {
      const found = await revocations
        .find({ at: { $gte: since } })
        .sort({ at: 1 })
        .lean();
      return found.map(toDomain);
    },
    async unpublished(limit) {
      const found = await revocations.find({ publishedAt: null }).sort({ at: 1 }).limit(limit).lean();
      return found.map(toDomain);
    },
    async markPublished(ids, at) {
      await revocations.updateMany({ _id: { $in: ids } }, { $set: { publishedAt: at } });
    },
  };
}

const toDomain = ({ _id, sessions, keys, at }: StoredRevocation): Revocation => ({ id: _id, sessions, keys, at });

import { type ClientSession, Schema } from 'mongoose';
import { cursorOf, readCursor } from '#chassis/mongo/cursor.ts';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { Revocation, RevocationPage } from './domain/revocation.ts';

type StoredRevocation = Omit<Revocation, 'id'> & { _id: string; publishedAt: Date | null };

const revocationSchema = new Schema<StoredRevocation>(
  {
    _id: String,
    sessions: [String],
    keys: [String],
    at: Date,
    publishedAt: Date,
  },
  { collection: 'revocations', versionKey: false },
);
// The indexes do not begin with orgId, because sessions and keys are looked up by id.
// Revocations are stored longer than a gateway may accept the token of an ended session (ACCESS_RELEVANT_MS).
revocationSchema.index({ at: 1 }, { expireAfterSeconds: 2 * 3600 });
revocationSchema.index({ at: 1, _id: 1 });
revocationSchema.index({ publishedAt: 1, at: 1 });

/**
 * Number of ids in one page, including the ids of the changes. A page is a message of about 3 MB, because one change
 * has at most 1,000 session ids.
 */
const PAGE_IDS = 50_000;
const BATCH = 500;

export interface RevocationRepository {
  insert(revocation: Revocation, session: ClientSession): Promise<void>;
  /**
   * A page of revocations written at `since` or later, oldest first. `after`: the `next` of the previous page. All
   * revocations that were committed before the first page was read are on one of the pages. Errors: validation_failed
   * if `after` is not such a cursor.
   */
  page(since: Date, after?: string): Promise<RevocationPage>;
  /** The oldest unpublished revocations. */
  unpublished(limit: number): Promise<Revocation[]>;
  markPublished(ids: string[], at: Date): Promise<void>;
}

export function revocationRepository({ connection }: Store): RevocationRepository {
  const revocations = modelOf(connection, 'Revocation', revocationSchema);
  return {
    async insert({ id, ...rest }, session) {
      await insertOne(revocations, { _id: id, ...rest, publishedAt: null }, session);
    },
    async page(since, after) {
      const filter = after ? beyond(after) : { at: { $gte: since } };
      const found = revocations.find(filter).sort({ at: 1, _id: 1 }).lean().cursor({ batchSize: BATCH });
      const changes: Revocation[] = [];
      let ids = 0;
      // Leaving the loop closes the cursor.
      for await (const stored of found) {
        changes.push(toDomain(stored));
        ids += 1 + stored.sessions.length + stored.keys.length;
        if (ids >= PAGE_IDS) return { changes, next: cursorOf(stored, 'at') };
      }
      return { changes };
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

/** The filter for revocations after the cursor: with a later time, or with the same time and a greater id. */
function beyond(after: string): Record<string, unknown> {
  const { value: at, id } = readCursor(after);
  return { at: { $gte: at }, $or: [{ at: { $gt: at } }, { _id: { $gt: id } }] };
}

const toDomain = ({ _id, sessions, keys, at }: StoredRevocation): Revocation => ({ id: _id, sessions, keys, at });

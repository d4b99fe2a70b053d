import { type ClientSession, Schema } from 'mongoose';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import { nextPass, type PurgedRecord, purgedPayload } from './domain/purge.ts';
import { eventModel } from './repository.ts';

/** Stores the records that were deleted for good, and removes the data of their events. */
export interface PurgeRepository {
  /** Stores deletes, in the transaction that logs them. */
  note(records: PurgedRecord[], deletedAt: Date, session?: ClientSession): Promise<void>;
  /** Returns a function that tells whether a record was deleted for good. */
  known(records: PurgedRecord[]): Promise<(record: PurgedRecord) => boolean>;
  /** Removes the data of events for a batch of records that are due at `now`. Returns the number of purged events. */
  purgeDue(now: Date): Promise<number>;
}

interface StoredPurge extends PurgedRecord {
  /** `<orgId>:<resource>:<recordId>` */
  _id: string;
  deletedAt: Date;
  /** Time of the next purge; absent after the last. */
  dueAt?: Date;
}

/** Maximum number of records of one call. */
const RECORDS = 100;
/** Number of events in one batch. An event has up to 256 KiB. */
const EVENTS = 20;
/** Seconds that deletes are remembered: longer than the 14 days that an event can be late (decisions 5: Guarantee). */
const RETENTION_S = 60 * 24 * 3600;

const schema = new Schema<StoredPurge>(
  { _id: String, orgId: String, resource: String, recordId: String, deletedAt: Date, dueAt: Date },
  { collection: 'purges', versionKey: false },
)
  .index({ dueAt: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } })
  .index({ deletedAt: 1 }, { expireAfterSeconds: RETENTION_S });

export function purgeRepository(store: Store): PurgeRepository {
  const events = eventModel(store);
  const purges = modelOf<StoredPurge>(store.connection, 'Purge', schema);

  async function purge({ orgId, resource, recordId }: StoredPurge): Promise<number> {
    const type = { $gte: `${resource}.`, $lt: `${resource}/`, $ne: `${resource}.deleted` };
    const kept = { orgId, recordId, type, purged: { $ne: true as const } };
    for (let purged = 0; ; ) {
      const found = await events.find(kept, { payload: 1 }).limit(EVENTS).lean();
      if (found.length === 0) return purged;
      await events.bulkWrite(
        found.map(({ _id, payload }) => replacement(_id, payload)),
        { ordered: false },
      );
      purged += found.length;
    }
  }

  return {
    async note(records, deletedAt, session) {
      if (records.length === 0) return;
      const notes = records.map((record) => ({
        updateOne: {
          filter: { _id: idOf(record) },
          update: { $setOnInsert: { ...record, deletedAt, dueAt: deletedAt } },
          upsert: true,
        },
      }));
      await purges.bulkWrite(notes, session ? { session } : {}).catch(rethrowLostInsert);
    },
    async known(records) {
      if (records.length === 0) return () => false;
      const ids = [...new Set(records.map(idOf))];
      const found = await purges.find({ _id: { $in: ids } }, { _id: 1 }).lean();
      const known = new Set(found.map(({ _id }) => _id));
      return (record) => known.has(idOf(record));
    },
    async purgeDue(now) {
      const due = await purges
        .find({ dueAt: { $lte: now } })
        .sort({ dueAt: 1 })
        .limit(RECORDS)
        .lean();
      let purged = 0;
      for (const one of due) {
        purged += await purge(one);
        const dueAt = nextPass(one.deletedAt, now);
        await purges.updateOne({ _id: one._id }, dueAt ? { $set: { dueAt } } : { $unset: { dueAt: 1 } });
      }
      return purged;
    },
  };
}

function replacement(_id: string, payload: string) {
  return {
    updateOne: { filter: { _id }, update: { $set: { payload: purgedPayload(payload), purged: true as const } } },
  };
}

const idOf = ({ orgId, resource, recordId }: PurgedRecord) => `${orgId}:${resource}:${recordId}`;

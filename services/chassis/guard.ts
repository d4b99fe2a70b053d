import { type ClientSession, Schema } from 'mongoose';
import { modelOf } from './model.ts';
import type { Store } from './mongo.ts';

/** Drops what arrives too late: no order is promised between events of a record (decisions 5: Envelope). */
export interface Guard {
  /**
   * Notes in the transaction that the event `sequence` of a record has come, with `deleted` that it was its last.
   * False when a later one, or the record's deletion, has come before: then nothing may be done.
   */
  apply(session: ClientSession, kind: string, recordId: string, sequence: number, deleted?: boolean): Promise<boolean>;
}

interface Latest {
  _id: string;
  sequence: number;
  deletedAt?: Date;
}

const schema = new Schema<Latest>(
  { _id: { type: String, required: true }, sequence: Number, deletedAt: Date },
  { collection: 'guards', versionKey: false },
);
// Deletions are remembered for longer than an event can be late: 14 days (decisions 5: Guarantee).
schema.index({ deletedAt: 1 }, { expireAfterSeconds: 30 * 24 * 3600 });

/** The sequence guards of a service's database. */
export function openGuard({ connection }: Store): Guard {
  const latest = modelOf(connection, 'Latest', schema);
  return {
    async apply(session, kind, recordId, sequence, deleted = false) {
      const change = { $max: { sequence }, ...(deleted && { $set: { deletedAt: new Date() } }) };
      const options = { session, upsert: true, returnDocument: 'before' } as const;
      const before = await latest.findOneAndUpdate({ _id: `${kind}:${recordId}` }, change, options).lean();
      return !before || (before.deletedAt === undefined && before.sequence < sequence);
    },
  };
}

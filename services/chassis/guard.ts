import { type ClientSession, Schema } from 'mongoose';
import { modelOf } from './model.ts';
import type { Store } from './mongo.ts';

/** Drops what arrives too late: no order is promised between events of a record (decisions 5: Envelope). */
export interface Guard {
  /**
   * Notes in the transaction what has come of records of `kind`; at most one mark a record. Returns the records of which
   * no later event, nor their deletion, has come before: nothing may be done with the others.
   */
  apply(session: ClientSession, kind: string, marks: Mark[]): Promise<Set<string>>;
}

/** An event of a record has come. */
export interface Mark {
  recordId: string;
  sequence: number;
  /** It was the record's last. */
  deleted?: boolean;
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
    async apply(session, kind, marks) {
      const idOf = ({ recordId }: Mark) => `${kind}:${recordId}`;
      const found = await latest.find({ _id: { $in: marks.map(idOf) } }, null, { session }).lean();
      const before = new Map(found.map((record) => [record._id, record]));
      const news = marks.filter((mark) => isNews(mark, before.get(idOf(mark))));
      await latest.bulkWrite(
        news.map((mark) => ({ updateOne: { filter: { _id: idOf(mark) }, update: noteOf(mark), upsert: true } })),
        { session },
      );
      return new Set(news.map(({ recordId }) => recordId));
    },
  };
}

function isNews({ sequence }: Mark, before: Latest | undefined): boolean {
  return !before || (before.deletedAt === undefined && before.sequence < sequence);
}

function noteOf({ sequence, deleted }: Mark) {
  return { $set: { sequence, ...(deleted && { deletedAt: new Date() }) } };
}

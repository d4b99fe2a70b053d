import { type ClientSession, Schema } from 'mongoose';
import { modelOf, putMany } from '../mongo/model.ts';
import type { Store } from '../mongo/mongo.ts';

/** Drops what arrives too late: no order is promised between events of a record (decisions 5: Envelope). */
export interface SequenceGuard {
  /**
   * Notes in the transaction what has come of records; at most one mark a record. Returns the marks of which no later one,
   * nor their record's deletion, has come before: nothing may be done with the others.
   */
  apply<M extends Mark>(session: ClientSession, marks: M[]): Promise<M[]>;
}

/** An event of a record has come. */
export interface Mark {
  orgId: string;
  kind: string;
  /** Never given to another record of the org and kind. */
  recordId: string;
  sequence: number;
  /** It was the record's last. */
  deleted?: boolean;
  /** Not an event but the record itself, read at that sequence: it also counts where the event of the same sequence has come. */
  isRead?: boolean;
}

interface Latest {
  /** `<orgId>:<kind>:<recordId>` */
  _id: string;
  orgId?: string;
  sequence: number;
  deletedAt?: Date;
}

const schema = new Schema<Latest>(
  { _id: String, orgId: String, sequence: Number, deletedAt: Date },
  { collection: 'guards', versionKey: false },
);
// Deletions are remembered for longer than an event can be late: 14 days (decisions 5: Guarantee).
schema.index({ deletedAt: 1 }, { expireAfterSeconds: 30 * 24 * 3600 });

/** The sequence guards of a service's database. */
export function openSequenceGuard({ connection }: Store): SequenceGuard {
  const latest = modelOf(connection, 'Latest', schema);
  return {
    async apply(session, marks) {
      const found = await latest.find({ _id: { $in: marks.flatMap(idsOf) } }, null, { session }).lean();
      const before = new Map(found.map((record) => [record._id, record]));
      const news = marks.filter((mark) => idsOf(mark).every((id) => isNews(mark, before.get(id))));
      const notes = news.flatMap((mark) => idsOf(mark).map((_id) => noteOf(_id, mark)));
      // Two marks of records of two orgs may share the second id: the later one stays.
      const last = [...new Map(notes.map((note) => [note._id, note])).values()];
      await putMany(latest, last, session, before);
      return news;
    },
  };
}

/**
 * Where a mark is noted. Earlier versions know records without their org: the second is theirs, read and written too, so
 * that replicas of both agree, and collide when they work on one record at once.
 */
const idsOf = ({ orgId, kind, recordId }: Mark) => [`${orgId}:${kind}:${recordId}`, `${kind}:${recordId}`];

function isNews({ orgId, sequence, isRead }: Mark, before: Latest | undefined): boolean {
  const isAnothers = before?.orgId !== undefined && before.orgId !== orgId;
  if (!before || isAnothers) return true;
  return (
    before.deletedAt === undefined && (before.sequence < sequence || (isRead === true && before.sequence === sequence))
  );
}

/** All that is remembered under the id: of another org's record a deletion may have stood there. */
const noteOf = (_id: string, { orgId, sequence, deleted }: Mark): Latest => ({
  _id,
  orgId,
  sequence,
  ...(deleted && { deletedAt: new Date() }),
});

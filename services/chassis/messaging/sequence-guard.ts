import { type ClientSession, Schema } from 'mongoose';
import { modelOf, putMany } from '../mongo/model.ts';
import type { Store } from '../mongo/mongo.ts';

/** Drops events that arrive too late: the order of a record's events is not guaranteed (decisions 5: Envelope). */
export interface SequenceGuard {
  /**
   * Stores in the transaction which events of records have come. There must be at most one mark for each record.
   * Returns the marks that are new: neither a later event nor the deletion of the record has come before. The caller
   * must ignore the other marks.
   */
  apply<M extends Mark>(session: ClientSession, marks: M[]): Promise<M[]>;
}

/** An event of a record that has come. */
export interface Mark {
  orgId: string;
  kind: string;
  /** Never used again for another record of the org and kind. */
  recordId: string;
  sequence: number;
  /** The event is the record's last. */
  deleted?: boolean;
  /**
   * The mark is not an event, but the record itself, read at this sequence. It is new even if the event with the same
   * sequence has come.
   */
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
// Deletions are remembered for 30 days, which is longer than an event can be late: 14 days (decisions 5: Guarantee).
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
      // Marks of records of two orgs may have the same second id: the later mark stays.
      const last = [...new Map(notes.map((note) => [note._id, note])).values()];
      await putMany(latest, last, session, before);
      return news;
    },
  };
}

/**
 * The ids under which a mark is stored. Earlier versions know only the second id, which is without the org. It is read
 * and written, too, so that replicas of both versions agree, and conflict when they handle one record at the same time.
 */
const idsOf = ({ orgId, kind, recordId }: Mark) => [`${orgId}:${kind}:${recordId}`, `${kind}:${recordId}`];

function isNews({ orgId, sequence, isRead }: Mark, before: Latest | undefined): boolean {
  const isAnothers = before?.orgId !== undefined && before.orgId !== orgId;
  if (!before || isAnothers) return true;
  return (
    before.deletedAt === undefined && (before.sequence < sequence || (isRead === true && before.sequence === sequence))
  );
}

/** The complete stored document: it replaces a deletion of another org's record under the same id. */
const noteOf = (_id: string, { orgId, sequence, deleted }: Mark): Latest => ({
  _id,
  orgId,
  sequence,
  ...(deleted && { deletedAt: new Date() }),
});

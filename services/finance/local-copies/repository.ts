import { type ClientSession, Schema } from 'mongoose';
import { createBatcher } from '#chassis/concurrency/batcher.ts';
import { searchTextOf } from '#chassis/domain/folded-text.ts';
import { openSequenceGuard } from '#chassis/messaging/sequence-guard.ts';
import { modelOf, putMany } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { isFaultOfItsOwn } from '#chassis/mongo/transaction.ts';
import { openIdempotency } from '#chassis/unit-of-work/idempotency.ts';
import type { Copy, CopyKind } from './domain/copy.ts';
import { latestOfEach, nameOf, type Snapshot } from './domain/snapshot.ts';

/** The stored copy of a record of product. */
export interface StoredCopy {
  /** `<orgId>:<kind>:<id>`. */
  _id: string;
  orgId: string;
  kind: CopyKind;
  revision: number;
  /** The name that searches read, folded (`searchTextOf`). */
  name?: string;
  documentId?: string;
  /** Absent if an event was too large to carry the fields, or if product has deleted the record. */
  copy?: Copy[CopyKind];
  /** When finance received the deletion; absent if product has the record. */
  deletedAt?: Date;
}

export const COLLECTION = 'local_copies';

const schema = new Schema<StoredCopy>(
  {
    _id: String,
    orgId: String,
    kind: String,
    revision: Number,
    name: String,
    documentId: String,
    copy: Schema.Types.Mixed,
    deletedAt: Date,
  },
  { collection: COLLECTION, versionKey: false },
);
/** The index of searches by name. */
export const nameIndex = { orgId: 1, kind: 1, name: 1, _id: 1 } as const;
schema.index(nameIndex);
schema.index({ orgId: 1, documentId: 1 });
schema.index({ orgId: 1, 'copy.skus.id': 1 });
schema.index({ orgId: 1, 'copy.styleId': 1 });
// Deletions are stored as long as the sequence guard remembers them: 30 days.
schema.index({ deletedAt: 1 }, { expireAfterSeconds: 30 * 24 * 3600 });

export interface CopyRepository {
  /** Stores snapshots. A snapshot is ignored if a later one, or the deletion of its record, was applied before. */
  apply(snapshots: readonly Snapshot[], deadline?: number): Promise<void>;
  /** As `apply`, once for each event id. Events that arrive at the same time share a transaction. */
  applyEvent(eventId: string, snapshots: readonly Snapshot[]): Promise<void>;
}

interface AppliedEvent {
  eventId: string;
  snapshots: readonly Snapshot[];
}

/**
 * Milliseconds that an event waits for others to share its transaction. A copy may be seconds late (decisions 1:
 * Eventual facts), and larger batches cost less.
 */
const LINGER_MS = 100;
const CONSUMER = 'local-copies';

export const copyModel = ({ connection }: Pick<Store, 'connection'>) => modelOf(connection, 'LocalCopy', schema);

export function copyRepository(store: Store, { linger = LINGER_MS } = {}): CopyRepository {
  const copies = copyModel(store);
  const [idempotency, guard] = [openIdempotency(store), openSequenceGuard(store)];

  async function apply(session: ClientSession, snapshots: readonly Snapshot[]): Promise<void> {
    const news = await guard.apply(session, latestOfEach(snapshots).map(markOf));
    const fresh = news.map(({ snapshot }) => snapshot);
    const [same, others] = [fresh.filter(({ is }) => is === 'same'), fresh.filter(({ is }) => is !== 'same')];
    // Writes without mongoose, which would cast up to 2,000 SKUs of a style one by one.
    await putMany(copies, [...others.map(storedOf), ...(await keep(session, same))], session);
  }

  /**
   * Advances the copies that the events have not changed. Returns rows without the copy for those that miss an earlier
   * event, so that the next read asks product. A part that is not copied stays so.
   */
  async function keep(session: ClientSession, same: readonly Snapshot[]): Promise<StoredCopy[]> {
    if (same.length === 0) return [];
    const names = { _id: { $in: same.map(({ key }) => nameOf(key)) } } as never;
    const found = await copies.collection.find(names, { session, projection: { revision: 1 } }).toArray();
    const held = new Map(found.map(({ _id, revision }) => [String(_id), revision as number]));
    const kept = same.filter(({ key, revision }) => held.get(nameOf(key)) === revision - 1);
    const ids = kept.map(({ key }) => nameOf(key));
    if (ids.length > 0) {
      await copies.collection.updateMany({ _id: { $in: ids } } as never, { $inc: { revision: 1 } }, { session });
    }
    return same.filter((one) => held.has(nameOf(one.key)) && !kept.includes(one)).map(storedOf);
  }

  async function applyFresh(session: ClientSession, events: readonly AppliedEvent[]): Promise<void> {
    const eventIds = events.map(({ eventId }) => eventId);
    const seen = await idempotency.seen(session, CONSUMER, eventIds);
    const fresh = events.filter(({ eventId }) => !seen.has(eventId)).flatMap(({ snapshots }) => snapshots);
    if (fresh.length > 0) await apply(session, fresh);
  }

  const applyTogether = createBatcher(
    async (events: AppliedEvent[]) => {
      await store.transaction((session) => applyFresh(session, events));
      return events.map(() => undefined);
    },
    { linger, retryAlone: isFaultOfItsOwn },
  );

  return {
    apply: (snapshots, deadline) => store.transaction((session) => apply(session, snapshots), deadline),
    applyEvent: (eventId, snapshots) => applyTogether({ eventId, snapshots }),
  };
}

const markOf = (snapshot: Snapshot) => ({
  orgId: snapshot.key.orgId,
  kind: snapshot.key.kind,
  recordId: snapshot.key.id,
  sequence: snapshot.revision,
  deleted: snapshot.is === 'deleted',
  isRead: snapshot.isRead === true,
  snapshot,
});

function storedOf(snapshot: Snapshot): StoredCopy {
  const { key, revision } = snapshot;
  const head = { _id: nameOf(key), orgId: key.orgId, kind: key.kind, revision };
  if (snapshot.is === 'deleted') return { ...head, deletedAt: new Date() };
  if (snapshot.is === 'unknown' || snapshot.is === 'same') return head;
  const { copy } = snapshot;
  if (!('status' in copy)) return { ...head, copy };
  const name = 'name' in copy ? copy.name : copy.documentId;
  return { ...head, name: searchTextOf([name]), ...('documentId' in copy && { documentId: copy.documentId }), copy };
}

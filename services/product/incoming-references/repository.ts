import type { ClientSession } from 'mongoose';
import { createBatcher } from '#chassis/concurrency/batcher.ts';
import { openSequenceGuard } from '#chassis/messaging/sequence-guard.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { isFaultOfItsOwn } from '#chassis/mongo/transaction.ts';
import type { RecordName, Reference, References } from '#chassis/reference-integrity/references.ts';
import { openIdempotency } from '#chassis/unit-of-work/idempotency.ts';
import { latestOfEach, ordersChanged, type Snapshot } from './domain/incoming-reference.ts';

export interface IncomingReferenceRepository {
  /** Stores a snapshot, once for each event id. Events that arrive at the same time share a transaction. */
  applyEvent(eventId: string, snapshot: Snapshot): Promise<void>;
}

export interface IncomingReferenceOptions {
  store: Store;
  references: References;
  /** Adds the changes to the numbers of orders of clients, in the transaction. */
  countOrders(session: ClientSession, orgId: string, changes: Map<string, number>): Promise<void>;
  /** Milliseconds that an event waits for others to share its transaction. */
  linger?: number;
}

interface AppliedEvent {
  eventId: string;
  snapshot: Snapshot;
}

/** Milliseconds. A number of orders may be seconds late (decisions 1: Eventual facts), and larger batches cost less. */
const LINGER_MS = 100;
const CONSUMER = 'uses';

/**
 * The references of finance's documents. They are stored in the same collection as the references of product's own
 * records.
 */
export function incomingReferenceRepository({
  store,
  references,
  countOrders,
  linger = LINGER_MS,
}: IncomingReferenceOptions): IncomingReferenceRepository {
  const [once, guard] = [openIdempotency(store), openSequenceGuard(store)];

  async function apply(session: ClientSession, snapshots: Snapshot[]): Promise<void> {
    const news = await guard.apply(session, snapshots.map(markOf));
    for (const { snapshot } of news) await applyOne(session, snapshot);
  }

  async function applyOne(session: ClientSession, snapshot: Snapshot): Promise<void> {
    if (snapshot.is === 'unknown') return;
    const { orgId } = snapshot;
    const source = sourceOf(snapshot);
    const before = await references.of(session, orgId, source.record);
    await references.set(session, [source]);
    const changes = ordersChanged(
      before.map(useOf),
      source.targets.map((target) => useOf({ ...source, target })),
    );
    if (changes.size > 0) await countOrders(session, orgId, changes);
  }

  const applyTogether = createBatcher(
    async (events: AppliedEvent[]) => {
      await store.transaction(async (session) => {
        const eventIds = events.map(({ eventId }) => eventId);
        const seen = await once.seen(session, CONSUMER, eventIds);
        const fresh = events.filter(({ eventId }) => !seen.has(eventId));
        await apply(session, latestOfEach(fresh.map(({ snapshot }) => snapshot)));
      });
      return events.map(() => undefined);
    },
    { linger, retryAlone: isFaultOfItsOwn },
  );

  return { applyEvent: (eventId, snapshot) => applyTogether({ eventId, snapshot }) };
}

const markOf = (snapshot: Snapshot) => ({
  orgId: snapshot.orgId,
  kind: snapshot.kind,
  recordId: snapshot.id,
  sequence: snapshot.sequence,
  deleted: snapshot.is === 'deleted',
  isRead: snapshot.isRead === true,
  snapshot,
});

function sourceOf(snapshot: Exclude<Snapshot, { is: 'unknown' }>) {
  const { orgId, kind, id } = snapshot;
  const record: RecordName = `${kind}:${id}`;
  if (snapshot.is === 'deleted') {
    return { orgId, record, kind, name: '', status: '', createdAt: new Date(0), targets: [] as RecordName[] };
  }
  const { name, status, createdAt, targets } = snapshot;
  return { orgId, record, kind, name, status, createdAt, targets: targets as RecordName[] };
}

const useOf = ({ kind, target, status }: Pick<Reference, 'kind' | 'target' | 'status'>) => ({ kind, target, status });

import type { ClientSession } from 'mongoose';
import { createBatcher } from '#chassis/concurrency/batcher.ts';
import { openGuard } from '#chassis/messaging/guard.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { isFaultOfItsOwn } from '#chassis/mongo/transaction.ts';
import type { RecordName, Reference, References } from '#chassis/reference-integrity/references.ts';
import { openOnce } from '#chassis/unit-of-work/once.ts';
import { latestOfEach, ordersChanged, type Statement } from './domain/use.ts';

export interface UseRepository {
  /** Takes a statement to heart, once for each event; events that come together share a transaction. */
  learnFrom(eventId: string, statement: Statement): Promise<void>;
}

export interface UseOptions {
  store: Store;
  references: References;
  /** In the transaction: the client has so many orders more, or fewer. */
  countOrders(session: ClientSession, orgId: string, changes: Map<string, number>): Promise<void>;
  /** Milliseconds that an event waits for others. */
  linger?: number;
}

interface Lesson {
  eventId: string;
  statement: Statement;
}

/** A count may be seconds late (decisions 1: Eventual facts), and larger batches cost less. */
const LINGER = 100;
const CONSUMER = 'uses';

/** What finance's documents refer to, among the references of this service's own records. */
export function useRepository({ store, references, countOrders, linger = LINGER }: UseOptions): UseRepository {
  const [once, guard] = [openOnce(store), openGuard(store)];

  async function apply(session: ClientSession, statements: Statement[]): Promise<void> {
    const news = await guard.apply(session, statements.map(markOf));
    for (const { statement } of news) await learn(session, statement);
  }

  async function learn(session: ClientSession, statement: Statement): Promise<void> {
    if (statement.is === 'unknown') return;
    const { orgId } = statement;
    const source = sourceOf(statement);
    const before = await references.of(session, orgId, source.record);
    await references.set(session, [source]);
    const changes = ordersChanged(
      before.map(useOf),
      source.targets.map((target) => useOf({ ...source, target })),
    );
    if (changes.size > 0) await countOrders(session, orgId, changes);
  }

  const learnTogether = createBatcher(
    async (lessons: Lesson[]) => {
      await store.transaction(async (session) => {
        const eventIds = lessons.map(({ eventId }) => eventId);
        const seen = await once.seen(session, CONSUMER, eventIds);
        const fresh = lessons.filter(({ eventId }) => !seen.has(eventId));
        await apply(session, latestOfEach(fresh.map(({ statement }) => statement)));
      });
      return lessons.map(() => undefined);
    },
    { linger, retryAlone: isFaultOfItsOwn },
  );

  return { learnFrom: (eventId, statement) => learnTogether({ eventId, statement }) };
}

const markOf = (statement: Statement) => ({
  orgId: statement.orgId,
  kind: statement.kind,
  recordId: statement.id,
  sequence: statement.sequence,
  deleted: statement.is === 'deleted',
  statement,
});

function sourceOf(statement: Exclude<Statement, { is: 'unknown' }>) {
  const { orgId, kind, id } = statement;
  const record: RecordName = `${kind}:${id}`;
  if (statement.is === 'deleted') {
    return { orgId, record, kind, name: '', status: '', createdAt: new Date(0), targets: [] as RecordName[] };
  }
  const { name, status, createdAt, targets } = statement;
  return { orgId, record, kind, name, status, createdAt, targets: targets as RecordName[] };
}

const useOf = ({ kind, target, status }: Pick<Reference, 'kind' | 'target' | 'status'>) => ({ kind, target, status });

import { type ClientSession, Schema } from 'mongoose';
import { createBatcher } from '#chassis/concurrency/batcher.ts';
import { openSequenceGuard } from '#chassis/messaging/sequence-guard.ts';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { isFaultOfItsOwn } from '#chassis/mongo/transaction.ts';
import { openIdempotency } from '#chassis/unit-of-work/idempotency.ts';
import { latestOfEach, type Party, type PartyKey, type Snapshot } from './domain/party.ts';

interface StoredParty {
  _id: string;
  orgId: string;
  name: string;
}

const schema = new Schema<StoredParty>(
  {
    /** `<orgId>:<kind>:<id>`. */
    _id: String,
    orgId: String,
    name: String,
  },
  { collection: 'parties', versionKey: false },
);

export interface PartyRepository {
  find(key: PartyKey): Promise<Party | undefined>;
  /** Applies a snapshot, unless a later one, or the record's deletion, is known. */
  apply(snapshot: Snapshot): Promise<void>;
  /** The same, once for each event; events that come together share a transaction. */
  applyEvent(eventId: string, snapshot: Snapshot): Promise<void>;
}

interface AppliedEvent {
  eventId: string;
  snapshot: Snapshot;
}

/** Milliseconds. A name may be seconds late (decisions 1: Eventual facts), and larger batches cost less. */
const LINGER = 100;
const CONSUMER = 'parties';

export function partyRepository(store: Store, { linger = LINGER } = {}): PartyRepository {
  const parties = modelOf(store.connection, 'Party', schema);
  const [once, guard] = [openIdempotency(store), openSequenceGuard(store)];

  async function apply(session: ClientSession, snapshots: Snapshot[]): Promise<void> {
    const news = await guard.apply(session, latestOfEach(snapshots).map(markOf));
    const changes = news.map(({ snapshot }) => changeOf(snapshot));
    if (changes.length > 0) await parties.bulkWrite(changes, { session });
  }

  const applyTogether = createBatcher(
    async (events: AppliedEvent[]) => {
      await store.transaction(async (session) => {
        const eventIds = events.map(({ eventId }) => eventId);
        const seen = await once.seen(session, CONSUMER, eventIds);
        const fresh = events.filter(({ eventId }) => !seen.has(eventId));
        if (fresh.length > 0)
          await apply(
            session,
            fresh.map(({ snapshot }) => snapshot),
          );
      });
      return events.map(() => undefined);
    },
    { linger, retryAlone: isFaultOfItsOwn },
  );

  return {
    async find(key) {
      const found = await parties.findById(idOf(key)).lean();
      return found ? { ...key, name: found.name } : undefined;
    },
    apply: (snapshot) => store.transaction((session) => apply(session, [snapshot])),
    applyEvent: (eventId, snapshot) => applyTogether({ eventId, snapshot }),
  };
}

const markOf = (snapshot: Snapshot) => ({
  orgId: snapshot.key.orgId,
  kind: snapshot.key.kind,
  recordId: snapshot.key.id,
  sequence: snapshot.revision,
  deleted: snapshot.is === 'deleted',
  snapshot,
});

function changeOf(snapshot: Snapshot) {
  const { key } = snapshot;
  const filter = { _id: idOf(key) };
  if (snapshot.is !== 'named') return { deleteOne: { filter } };
  return { updateOne: { filter, update: { $set: { orgId: key.orgId, name: snapshot.name } }, upsert: true } };
}

const idOf = ({ orgId, kind, id }: PartyKey) => `${orgId}:${kind}:${id}`;

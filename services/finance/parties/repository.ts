import { type ClientSession, Schema } from 'mongoose';
import { createBatcher } from '#chassis/concurrency/batcher.ts';
import { openGuard } from '#chassis/messaging/guard.ts';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { isFaultOfItsOwn } from '#chassis/mongo/transaction.ts';
import { openOnce } from '#chassis/unit-of-work/once.ts';
import { latestOfEach, type Party, type PartyKey, type Statement } from './domain/party.ts';

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
  /** Takes a statement to heart, unless a later one, or the record's deletion, is known. */
  learn(statement: Statement): Promise<void>;
  /** The same, once for each event; events that come together share a transaction. */
  learnFrom(eventId: string, statement: Statement): Promise<void>;
}

interface Lesson {
  eventId: string;
  statement: Statement;
}

/** Milliseconds. A name may be seconds late (decisions 1: Eventual facts), and larger batches cost less. */
const LINGER = 100;
const CONSUMER = 'parties';

export function partyRepository(store: Store, { linger = LINGER } = {}): PartyRepository {
  const parties = modelOf(store.connection, 'Party', schema);
  const [once, guard] = [openOnce(store), openGuard(store)];

  async function apply(session: ClientSession, statements: Statement[]): Promise<void> {
    const news = await guard.apply(session, latestOfEach(statements).map(markOf));
    const changes = news.map(({ statement }) => changeOf(statement));
    if (changes.length > 0) await parties.bulkWrite(changes, { session });
  }

  const learnTogether = createBatcher(
    async (lessons: Lesson[]) => {
      await store.transaction(async (session) => {
        const eventIds = lessons.map(({ eventId }) => eventId);
        const seen = await once.seen(session, CONSUMER, eventIds);
        const fresh = lessons.filter(({ eventId }) => !seen.has(eventId));
        if (fresh.length > 0)
          await apply(
            session,
            fresh.map(({ statement }) => statement),
          );
      });
      return lessons.map(() => undefined);
    },
    { linger, retryAlone: isFaultOfItsOwn },
  );

  return {
    async find(key) {
      const found = await parties.findById(idOf(key)).lean();
      return found ? { ...key, name: found.name } : undefined;
    },
    learn: (statement) => store.transaction((session) => apply(session, [statement])),
    learnFrom: (eventId, statement) => learnTogether({ eventId, statement }),
  };
}

const markOf = (statement: Statement) => ({
  orgId: statement.key.orgId,
  kind: statement.key.kind,
  recordId: statement.key.id,
  sequence: statement.revision,
  deleted: statement.is === 'deleted',
  statement,
});

function changeOf(statement: Statement) {
  const { key } = statement;
  const filter = { _id: idOf(key) };
  if (statement.is !== 'named') return { deleteOne: { filter } };
  return { updateOne: { filter, update: { $set: { orgId: key.orgId, name: statement.name } }, upsert: true } };
}

const idOf = ({ orgId, kind, id }: PartyKey) => `${orgId}:${kind}:${id}`;

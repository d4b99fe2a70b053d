import { type ClientSession, Schema } from 'mongoose';
import { openGuard } from '#chassis/guard.ts';
import type { Store } from '#chassis/mongo.ts';
import { openOnce } from '#chassis/once.ts';
import type { Party, PartyKey, Statement } from './party.ts';

interface StoredParty {
  _id: string;
  orgId: string;
  name: string;
}

const schema = new Schema<StoredParty>(
  {
    /** `<orgId>:<kind>:<id>`. */
    _id: { type: String, required: true },
    orgId: { type: String, required: true },
    name: { type: String, required: true },
  },
  { collection: 'parties', versionKey: false },
);

export interface PartyRepository {
  find(key: PartyKey): Promise<Party | undefined>;
  /** Takes a statement to heart, unless a later one, or the record's deletion, is known. */
  learn(statement: Statement): Promise<void>;
  /** The same, once for each event. */
  learnFrom(eventId: string, statement: Statement): Promise<void>;
}

const CONSUMER = 'parties';

export function partyRepository(store: Store): PartyRepository {
  const parties = store.connection.model('Party', schema);
  const [once, guard] = [openOnce(store), openGuard(store)];

  async function apply(statement: Statement, session: ClientSession): Promise<void> {
    const { key, revision, is } = statement;
    if (!(await guard.apply(session, key.kind, key.id, revision, is === 'deleted'))) return;
    const filter = { _id: idOf(key) };
    if (is !== 'named') await parties.deleteOne(filter, { session });
    else await parties.updateOne(filter, { orgId: key.orgId, name: statement.name }, { session, upsert: true });
  }

  return {
    async find(key) {
      const found = await parties.findById(idOf(key)).lean();
      return found ? { ...key, name: found.name } : undefined;
    },
    learn: (statement) => store.transaction((session) => apply(statement, session)),
    learnFrom: (eventId, statement) =>
      store.transaction(async (session) => {
        if (!(await once.seen(session, CONSUMER, eventId))) await apply(statement, session);
      }),
  };
}

const idOf = ({ orgId, kind, id }: PartyKey) => `${orgId}:${kind}:${id}`;

import { type ClientSession, Schema } from 'mongoose';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { openRecords, type Records, type ReferenceRules } from '#chassis/records/records.ts';
import { client } from '#proto/product/v1/client.contract.ts';
import type { Client, Contact } from './domain/client.ts';

export interface ClientRepository extends Records<Client> {
  /** In a transaction: by how many the orders of clients have changed, by their ids. No change of a client's own. */
  countOrders(session: ClientSession, orgId: string, changes: Map<string, number>): Promise<void>;
}

export interface ClientStore extends Pick<ReferenceRules<Client>, 'references' | 'remote'> {
  store: Store;
}

const COLLECTION = 'clients';

const AT_ONCE = 1_000;

type Unsearchable = { _id: string; name?: string | null; country?: string | null };

/** An earlier version did not write the text that a search reads. */
export const searchUpgrade: Upgrade = {
  name: 'clients: the text that a search reads',
  async apply(connection) {
    const clients = connection.collection<Unsearchable>(COLLECTION);
    const outdated = { searchText: { $exists: false } };
    let changed = 0;
    // In the order of ids, so that each client is read once: no index knows which clients lack the text.
    for (let last = ''; ; ) {
      const query = clients.find({ ...outdated, _id: { $gt: last } }, { projection: { name: 1, country: 1 } });
      const found = await query.sort({ _id: 1 }).limit(AT_ONCE).hint({ _id: 1 }).toArray();
      const end = found.at(-1);
      if (!end) return changed;
      last = end._id;
      const writes = found.map(({ _id, name = null, country = null }) => {
        const searchText = name === null || country === null ? null : `${name}\n${country}`;
        // A client that changed meanwhile has the text, or gets it from the next sweep.
        return { updateOne: { filter: { _id, name, country, ...outdated }, update: { $set: { searchText } } } };
      });
      changed += (await clients.bulkWrite(writes as never, { ordered: false })).modifiedCount;
    }
  },
};

const contactSchema = new Schema<Contact>(
  {
    id: String,
    contactName: String,
    email: String,
    phoneNumber: String,
    countryCode: String,
  },
  { _id: false, id: false },
);

export function clientRepository({ store, ...others }: ClientStore): ClientRepository {
  const records = openRecords<Client>({
    store,
    resource: client.title,
    collection: COLLECTION,
    references: { ...others, kind: client.name, nameOf: ({ name, status }) => ({ name, status }) },
    fields: { ...client.stored, contacts: [contactSchema] },
    list: { sorts: client.sorts, filters: ['status', 'priceCategory'], searches: client.searches },
  });
  return {
    ...records,
    async countOrders(session, orgId, changes) {
      const operations = [...changes].map(([id, by]) => ({
        updateOne: { filter: { _id: id, orgId }, update: { $inc: { ordersCount: by } } },
      }));
      await store.connection.collection(COLLECTION).bulkWrite(operations as never, { session });
    },
  };
}

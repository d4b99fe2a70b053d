import { type ClientSession, Schema } from 'mongoose';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { openRecords, type Records, type ReferenceRules } from '#chassis/records/records.ts';
import type { Client, Contact } from './domain/client.ts';

export interface ClientRepository extends Records<Client> {
  /** In a transaction: by how many the orders of clients have changed, by their ids. No change of a client's own. */
  countOrders(session: ClientSession, orgId: string, changes: Map<string, number>): Promise<void>;
}

export interface ClientStore extends Pick<ReferenceRules<Client>, 'references' | 'remote'> {
  store: Store;
}

const COLLECTION = 'clients';

/** What a search reads was not written at first. */
export const searchUpgrade: Upgrade = {
  name: 'clients: the text that a search reads',
  async run(connection) {
    const text = { searchText: { $concat: ['$name', '\n', '$country'] } };
    const outdated = { searchText: { $exists: false } };
    const { modifiedCount } = await connection.collection(COLLECTION).updateMany(outdated, [{ $set: text }]);
    return modifiedCount;
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
    resource: 'Client',
    collection: COLLECTION,
    references: { ...others, kind: 'client', nameOf: ({ name, status }) => ({ name, status }) },
    fields: {
      name: String,
      country: String,
      maxAccountValue: Number,
      currency: String,
      priceCategory: String,
      paymentTerms: String,
      contacts: [contactSchema],
      billingAddress: String,
      taxId: String,
      ordersCount: Number,
      status: String,
    },
    list: { sorts: ['createdAt', 'name'], filters: ['status', 'priceCategory'], searches: ['name', 'country'] },
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

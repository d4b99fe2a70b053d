import { type ClientSession, Schema } from 'mongoose';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { NameSource } from '#chassis/records/names-beside.ts';
import { openRecords, type Records, type ReferenceRules, sessionOf } from '#chassis/records/records.ts';
import { client } from '#proto/product/v1/client.contract.ts';
import type { Client } from './domain/client.ts';

export interface ClientRepository extends Records<Client> {
  /** Names of the clients that exist, by id. */
  names: NameSource<string>;
  /**
   * Changes the numbers of orders of clients in the transaction. `changes`: differences by client id. The revision of a
   * client stays the same.
   */
  countOrders(session: ClientSession, orgId: string, changes: Map<string, number>): Promise<void>;
  /** Number of drafts of sales orders of the client. */
  countDrafts(orgId: string, id: string): Promise<number>;
}

export interface ClientStore extends Pick<ReferenceRules<Client>, 'references' | 'remote'> {
  store: Store;
}

const COLLECTION = 'clients';

export function clientRepository({ store, ...others }: ClientStore): ClientRepository {
  const lists = { contacts: [Schema.Types.Mixed], deliveryAddresses: [Schema.Types.Mixed] };
  const records = openRecords<Client>({
    store,
    resource: client.title,
    collection: COLLECTION,
    references: { ...others, kind: client.name, nameOf: ({ name, status }) => ({ name, status }) },
    fields: { ...client.stored, ...lists },
    list: {
      sorts: client.sorts,
      otherSorts: client.otherSorts,
      filters: ['status', 'priceCategory'],
      searches: client.searches,
    },
  });
  return {
    ...records,
    async names(scope, ids) {
      const clients = store.connection.collection<Pick<Client, 'name' | 'orgId'> & { _id: string }>(COLLECTION);
      const projection = { name: 1 };
      const found = clients.find({ orgId: scope.orgId, _id: { $in: [...ids] } }, { projection, ...sessionOf(scope) });
      return new Map((await found.toArray()).map(({ _id, name }) => [_id, name]));
    },
    async countOrders(session, orgId, changes) {
      const operations = [...changes].map(([id, by]) => ({
        updateOne: { filter: { _id: id, orgId }, update: { $inc: { ordersCount: by } } },
      }));
      await store.connection.collection(COLLECTION).bulkWrite(operations as never, { session });
    },
    async countDrafts(orgId, id) {
      const target = `${client.name}:${id}` as const;
      const drafts = await others.references.countUsers({ orgId }, [target], 'sales_order', 'draft');
      return drafts.get(target) ?? 0;
    },
  };
}

import { type ClientSession, Schema } from 'mongoose';
import { notFound } from '#chassis/errors.ts';
import { containing, findPage, type Page, type PageQuery, updatedSince } from '#chassis/list.ts';
import type { Store } from '#chassis/mongo.ts';
import { recordReader } from '#chassis/record-reader.ts';
import type { WriteCall, Writer, Written } from '#chassis/write.ts';
import {
  type Client,
  type ClientStatus,
  type ClientView,
  type Contact,
  checkRevision,
  clientView,
  type Decision,
  deleteClient,
  type PriceCategory,
} from './client.ts';

/** A client as a write leaves it, and as an Idempotency-Key remembers it. */
export interface ClientRecord {
  record: ClientView;
  revision: number;
}

/** Names a client and, from If-Match, the revision that the caller has seen. */
export interface ClientKey {
  orgId: string;
  id: string;
  expectedRevision?: number | undefined;
}

export interface ClientListQuery extends Omit<PageQuery, 'filter' | 'total'> {
  search?: string | undefined;
  updatedSince?: string | undefined;
  priceCategory?: PriceCategory | undefined;
  status?: ClientStatus | undefined;
  /** The one client that the caller may see. */
  only?: string | undefined;
}

export interface ClientRepository {
  create(call: WriteCall, decision: Decision): Promise<Written<ClientRecord>>;
  /** All or none. Returns how many. */
  createMany(call: WriteCall, decisions: Decision[]): Promise<Written<number>>;
  /** Loads, decides and saves in one transaction. Errors: not_found, version_mismatch, and what `decide` throws. */
  update(call: WriteCall, key: ClientKey, decide: (before: Client) => Decision): Promise<Written<ClientRecord>>;
  /** Returns the id. Errors: not_found, version_mismatch. */
  delete(call: WriteCall, key: ClientKey): Promise<Written<string>>;
  /** Errors: not_found. */
  get(orgId: string, id: string): Promise<Client>;
  list(orgId: string, query: ClientListQuery): Promise<Page<Client>>;
}

type StoredClient = Omit<Client, 'id'> & { _id: string };

const COLLECTION = 'clients';

const contactSchema = new Schema<Contact>(
  {
    id: { type: String, required: true },
    contactName: { type: String, default: null },
    email: { type: String, default: null },
    phoneNumber: { type: String, default: null },
    countryCode: { type: String, default: null },
  },
  { _id: false, id: false },
);

const schema = new Schema<StoredClient>(
  {
    _id: { type: String, required: true },
    orgId: { type: String, required: true },
    name: { type: String, required: true },
    country: { type: String, required: true },
    maxAccountValue: { type: Number, required: true },
    currency: { type: String, required: true },
    priceCategory: { type: String, default: null },
    paymentTerms: { type: String, default: null },
    contacts: { type: [contactSchema], required: true },
    billingAddress: { type: String, default: null },
    taxId: { type: String, default: null },
    ordersCount: { type: Number, required: true },
    status: { type: String, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    revision: { type: Number, required: true },
  },
  { collection: COLLECTION, versionKey: false, id: false },
)
  .index({ orgId: 1, createdAt: 1, _id: 1 })
  .index({ orgId: 1, name: 1, _id: 1 })
  .index({ orgId: 1, status: 1, createdAt: 1, _id: 1 })
  .index({ orgId: 1, status: 1, name: 1, _id: 1 })
  .index({ orgId: 1, priceCategory: 1, createdAt: 1, _id: 1 })
  .index({ orgId: 1, priceCategory: 1, name: 1, _id: 1 });

export function clientRepository(store: Store, writer: Writer): ClientRepository {
  const model = store.connection.model<StoredClient>('Client', schema);
  const read = recordReader(model);

  async function load({ orgId, id, expectedRevision }: ClientKey, session: ClientSession): Promise<Client> {
    const found = await model.findOne({ _id: id, orgId }).session(session).lean();
    if (!found) throw notFound('Client');
    const client = toDomain(found);
    checkRevision(client, expectedRevision);
    return client;
  }

  return {
    create: (call, { state, event }) =>
      writer.insert(call, model, (effects) => {
        effects.emit(event);
        effects.count(COLLECTION, 1);
        return { value: recordOf(state), documents: [toStored(state)] };
      }),
    createMany: (call, decisions) =>
      writer.write(call, async (unit) => {
        const documents = decisions.map(({ state }) => toStored(state));
        await model.insertMany(documents, { session: unit.session, lean: true });
        for (const { event } of decisions) unit.emit(event);
        unit.count(COLLECTION, decisions.length);
        return decisions.length;
      }),
    update: (call, key, decide) =>
      writer.write(call, async (unit) => {
        const { state, event } = decide(await load(key, unit.session));
        await model.replaceOne({ _id: state.id, orgId: state.orgId }, toStored(state), { session: unit.session });
        unit.emit(event);
        return recordOf(state);
      }),
    delete: (call, key) =>
      writer.write(call, async (unit) => {
        const { state, event } = deleteClient(await load(key, unit.session));
        await model.deleteOne({ _id: state.id, orgId: state.orgId }, { session: unit.session });
        unit.emit(event);
        unit.count(COLLECTION, -1);
        return state.id;
      }),
    async get(orgId, id) {
      const found = await read({ orgId, id });
      if (!found) throw notFound('Client');
      return toDomain(found);
    },
    async list(orgId, { search, updatedSince: since, priceCategory, status, only, ...paging }) {
      const narrowing = {
        ...(only !== undefined && { _id: only }),
        ...(priceCategory && { priceCategory }),
        ...(status && { status }),
        ...updatedSince(since),
        ...containing(search, ['name', 'country']),
      };
      const total = Object.keys(narrowing).length === 0 ? 'kept' : 'counted';
      const page = await findPage(model, { ...paging, filter: { orgId, ...narrowing }, total });
      return { ...page, data: page.data.map(toDomain) };
    },
  };
}

function toDomain({ _id, ...fields }: StoredClient): Client {
  return { id: _id, ...fields };
}

function toStored({ id, ...fields }: Client): StoredClient {
  return { _id: id, ...fields };
}

function recordOf(state: Client): ClientRecord {
  return { record: clientView(state), revision: state.revision };
}

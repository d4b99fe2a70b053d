import { type ClientSession, Schema } from 'mongoose';
import { notFound } from '#chassis/domain/errors.ts';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { type RecordWrites, recordWrites } from '#chassis/records/record-writes.ts';
import { sessionOf } from '#chassis/records/records.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { ApiKey, KeyValue } from './domain/api-key.ts';

/** When a key was used last. */
export interface Use {
  orgId: string;
  id: string;
  at: Date;
}

export interface Forgetting {
  /** In the transaction: what gateways know of the key has changed. */
  forgetKey(session: ClientSession, keyId: string, now: Date): Promise<void>;
}

export interface ApiKeyRepository extends Omit<RecordWrites<ApiKey>, 'lock' | 'remove'> {
  /** Errors: not_found. */
  get(orgId: string, id: string): Promise<ApiKey>;
  /** All of the org, the newest first. */
  list(orgId: string): Promise<ApiKey[]>;
  /** The key that has a value of that hash, be it a former one. */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  /** Notes the uses that are later than what is known, in one go. */
  noteUses(uses: Use[]): Promise<void>;
}

type StoredApiKey = Omit<ApiKey, 'id'> & { _id: string };

const valueSchema = new Schema<KeyValue>({ hash: String, until: Date }, { _id: false });

const schema = new Schema<StoredApiKey>(
  {
    _id: String,
    orgId: String,
    name: String,
    permissions: [String],
    rateLimit: Number,
    expiresAt: Date,
    isActive: Boolean,
    lastUsedAt: Date,
    createdById: String,
    createdAt: Date,
    updatedAt: Date,
    lastFour: String,
    values: [valueSchema],
    revision: Number,
  },
  { collection: 'api_keys', versionKey: false },
).index({ orgId: 1, createdAt: -1, _id: -1 });
// Not by org: a value is all that its caller shows.
schema.index({ 'values.hash': 1 });

export function apiKeyRepository(store: Store, access: Forgetting): ApiKeyRepository {
  const model = modelOf<StoredApiKey>(store.connection, 'ApiKey', schema);

  async function find(scope: ReadScope, id: string): Promise<ApiKey | undefined> {
    const found = await model.findOne({ _id: id, orgId: scope.orgId }, null, sessionOf(scope)).lean();
    return found ? toDomain(found) : undefined;
  }

  const { load, insert, save } = recordWrites<ApiKey, StoredApiKey>({
    model,
    resource: 'API key',
    find,
    toStored,
    orgOf: ({ orgId }) => orgId,
    isUnchanged: ({ event }) => !event,
  });

  return {
    load,
    insert,
    async save(tx, before, decision) {
      const state = await save(tx, before, decision);
      if (state !== before) await access.forgetKey(tx.session, state.id, tx.now);
      return state;
    },
    async get(orgId, id) {
      const found = await find({ orgId }, id);
      if (!found) throw notFound('API key');
      return found;
    },
    async list(orgId) {
      return (await model.find({ orgId }).sort({ createdAt: -1, _id: -1 }).lean()).map(toDomain);
    },
    async findByHash(hash) {
      const found = await model.findOne({ 'values.hash': hash }).lean();
      return found ? toDomain(found) : undefined;
    },
    async noteUses(uses) {
      const notes = uses.map(({ orgId, id, at }) => ({
        updateOne: { filter: { _id: id, orgId }, update: { $max: { lastUsedAt: at } } },
      }));
      if (notes.length > 0) await model.bulkWrite(notes, { ordered: false, timestamps: false });
    },
  };
}

function toDomain({ _id, ...fields }: StoredApiKey): ApiKey {
  return { id: _id, ...fields };
}

function toStored({ id, ...fields }: ApiKey): StoredApiKey {
  return { _id: id, ...fields };
}

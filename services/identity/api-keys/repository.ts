import { type ClientSession, type Model, Schema } from 'mongoose';
import type { WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import { notFound } from '#chassis/domain/errors.ts';
import { findPage, type Page } from '#chassis/mongo/list.ts';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { limitPerOrg } from '#chassis/records/limit-per-org.ts';
import { type RecordWrites, recordWrites } from '#chassis/records/record-writes.ts';
import { sessionOf } from '#chassis/records/records.ts';
import type { ReadScope, Transaction } from '#chassis/unit-of-work/write.ts';
import type { ApiKey, ApiKeyDecision, KeyValue } from './domain/api-key.ts';

/** The time of the last use of a key. */
export interface Use {
  orgId: string;
  id: string;
  at: Date;
}

export interface Forgetting {
  /** Makes every gateway drop the key from its cache. The revocation is part of the transaction. */
  forgetKey(session: ClientSession, keyId: string, now: Date): Promise<void>;
}

export interface ApiKeyRepository extends Omit<RecordWrites<ApiKey>, 'insert' | 'lock' | 'remove'> {
  /** Errors: conflict if the org has reached its maximum number of working keys. */
  add(tx: Transaction, decision: ApiKeyDecision): Promise<void>;
  /** Errors: not_found. */
  get(orgId: string, id: string): Promise<ApiKey>;
  /** The keys of the org after `after`, the newest first. Errors: rate_limited, deadline_exceeded. */
  list(
    orgId: string,
    query: { after?: string | undefined; limit: number },
    waitLimit?: WaitLimit,
  ): Promise<Page<ApiKey>>;
  /** The key that has, or had, a value of this hash. */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  /** Stores the times of uses in one database command. A time before the stored one changes nothing. */
  noteUses(uses: Use[]): Promise<void>;
}

type StoredApiKey = Omit<ApiKey, 'id'> & { _id: string };

const valueSchema = new Schema<KeyValue>({ hash: String, until: Date }, { _id: false });

const schema: Schema<StoredApiKey> = new Schema<StoredApiKey>(
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
// The index does not begin with orgId, because a caller only shows the value of the key.
schema.index({ 'values.hash': 1 });
// For the number of working keys. An org may have many revoked and expired keys.
schema.index({ orgId: 1, isActive: 1, expiresAt: 1 });

/** `maxPerOrg`: maximum number of keys of an org that are neither revoked nor expired. */
export function apiKeyRepository(store: Store, access: Forgetting, maxPerOrg: number): ApiKeyRepository {
  const model: Model<StoredApiKey> = modelOf<StoredApiKey>(store.connection, 'ApiKey', schema);
  const requireRoom = limitPerOrg(store, {
    resource: 'ApiKey',
    guards: 'api_key_guards',
    max: maxPerOrg,
    refusal: `The org has ${maxPerOrg} API keys or more that work, which is the limit; revoke one first`,
    count: ({ session, now }, orgId) => {
      const working = { orgId, isActive: true, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] };
      return model.countDocuments(working, { session });
    },
  });

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
    async add(tx, decision) {
      await requireRoom(tx, decision.state.orgId);
      await insert(tx, [decision]);
    },
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
    async list(orgId, query, waitLimit) {
      const asked = { ...query, filter: { orgId }, sort: '-createdAt', page: 1, total: 'counted' } as const;
      const page = await findPage(model, asked, waitLimit);
      return { ...page, data: page.data.map(toDomain) };
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

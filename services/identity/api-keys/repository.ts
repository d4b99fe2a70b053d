import { type ClientSession, Schema } from 'mongoose';
import { notFound } from '#chassis/domain/errors.ts';
import { checkRevision } from '#chassis/domain/record.ts';
import { insertOne, modelOf, replaceOne } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { WriteCall, Writer, Written } from '#chassis/unit-of-work/write.ts';
import type { ApiKey, ApiKeyRules, ApiKeyView, Decision, KeyValue } from './domain/api-key.ts';

/** A key as a write leaves it, and as an Idempotency-Key remembers it, sealed. */
export interface ApiKeyRecord {
  record: ApiKeyView;
  revision: number;
}

/** Names a key and, from If-Match, the revision that the caller has seen. */
export interface ApiKeyId {
  orgId: string;
  id: string;
  expectedRevision?: number | undefined;
}

/** When a key was used last. */
export interface Use {
  orgId: string;
  id: string;
  at: Date;
}

/** Tells the gateways that what they know of a key has changed. */
export interface Forgetting {
  forgetKey(session: ClientSession, keyId: string, now: Date): Promise<void>;
  announce(): void;
}

export interface ApiKeyRepository {
  /**
   * `shown` goes with the answer, and with the same answer to the same Idempotency-Key. `decide` is not asked for that.
   * Errors: what `decide` throws.
   */
  create<T extends object>(call: WriteCall, decide: () => Decision, shown: T): Promise<Written<ApiKeyRecord & T>>;
  /** Loads, decides and saves in one transaction. Errors: not_found, version_mismatch, and what `decide` throws. */
  update<T extends object>(
    call: WriteCall,
    key: ApiKeyId,
    decide: (before: ApiKey) => Decision,
    shown: T,
  ): Promise<Written<ApiKeyRecord & T>>;
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

export interface ApiKeyRepositoryParts {
  store: Store;
  writer: Writer;
  rules: ApiKeyRules;
  access: Forgetting;
}

export function apiKeyRepository({ store, writer, rules, access }: ApiKeyRepositoryParts): ApiKeyRepository {
  const model = modelOf<StoredApiKey>(store.connection, 'ApiKey', schema);
  const recordOf = (state: ApiKey): ApiKeyRecord => ({ record: rules.view(state), revision: state.revision });

  async function load({ orgId, id }: ApiKeyId, session: ClientSession | null): Promise<ApiKey> {
    const found = await model.findOne({ _id: id, orgId }, null, { session }).lean();
    if (!found) throw notFound('API key');
    return toDomain(found);
  }

  return {
    create: (call, decide, shown) =>
      writer.write(call, async (unit) => {
        const { state, event } = decide();
        await insertOne(model, toStored(state), unit.session);
        if (event) unit.emit(event);
        return { ...recordOf(state), ...shown };
      }),
    async update(call, key, decide, shown) {
      const written = await writer.write(call, async (unit) => {
        const before = await load(key, unit.session);
        checkRevision('API key', before, key.expectedRevision);
        const { state, event } = decide(before);
        if (event) {
          await replaceOne(model, toStored(state), { orgId: state.orgId }, unit);
          await access.forgetKey(unit.session, state.id, unit.now);
          unit.emit(event);
        }
        return { ...recordOf(state), ...shown };
      });
      access.announce();
      return written;
    },
    get: (orgId, id) => load({ orgId, id }, null),
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

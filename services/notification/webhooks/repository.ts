import { type ClientSession, type Model, Schema } from 'mongoose';
import type { Patience } from '#chassis/concurrency/fair-semaphore.ts';
import { KeyedMutex } from '#chassis/concurrency/keyed-mutex.ts';
import { notFound } from '#chassis/domain/errors.ts';
import { checkRevision } from '#chassis/domain/record.ts';
import { containing, findPage, type Page, type PageQuery, updatedSince } from '#chassis/mongo/list.ts';
import { insertOne, modelOf, replaceOne } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { Unit, WriteCall, Writer, Written } from '#chassis/unit-of-work/write.ts';
import {
  type Decision,
  deleteWebhook,
  disableWebhook,
  type Update,
  type Webhook,
  type WebhookView,
  webhookView,
} from './domain/webhook.ts';
import { webhookLimit } from './limit-repository.ts';
import { type StoredWebhook, webhookMapping } from './mapping.ts';

/** A webhook as a write leaves it, and as an Idempotency-Key remembers it, sealed. */
export interface WebhookRecord {
  record: WebhookView;
  revision: number;
  /** One that the write has made, for its answer alone. */
  secret?: string;
}

/** Names a webhook and, from If-Match, the revision that the caller has seen. */
export interface WebhookKey {
  orgId: string;
  id: string;
  expectedRevision?: number | undefined;
}

export interface WebhookListQuery extends Pick<PageQuery, 'sort' | 'page' | 'limit' | 'after'> {
  search?: string | undefined;
  isActive?: boolean | undefined;
  /** RFC 3339. */
  updatedSince?: string | undefined;
}

export interface UpdateOptions {
  /** Done in the transaction of a change, knowing its event. */
  alongside?(unit: Unit, eventId: string, state: Webhook): Promise<void>;
  /** Goes with the answer. */
  shown?: Shown;
}

type Shown = Pick<WebhookRecord, 'secret'>;

export interface WebhookRepository {
  /**
   * `shown` goes with the answer, and with the same answer to the same Idempotency-Key. `decide` is not asked for that.
   * Errors: conflict when the org has as many as it may; what `decide` throws.
   */
  create(call: WriteCall, orgId: string, decide: () => Decision, shown: Shown): Promise<Written<WebhookRecord>>;
  /** What changes nothing is not written. Errors: not_found; version_mismatch when the revision is not the expected one. */
  update(
    call: WriteCall,
    key: WebhookKey,
    decide: (before: Webhook) => Update,
    options?: UpdateOptions,
  ): Promise<Written<WebhookRecord>>;
  /** Ends an active webhook; does nothing to one that is inactive or gone. */
  disable(call: WriteCall, key: WebhookKey): Promise<void>;
  /** Returns the id. Errors: as `update`. */
  delete(call: WriteCall, key: WebhookKey): Promise<Written<string>>;
  /** Errors: not_found. */
  get(orgId: string, id: string): Promise<Webhook>;
  list(orgId: string, query: WebhookListQuery, patience?: Patience): Promise<Page<Webhook>>;
  find(ids: string[]): Promise<Webhook[]>;
  findActive(orgIds: string[]): Promise<Webhook[]>;
}

const COLLECTION = 'webhooks';

const sealedSecret = { secret: Buffer, until: Date };
const schema: Schema<StoredWebhook> = new Schema<StoredWebhook>(
  {
    _id: String,
    orgId: String,
    url: String,
    events: [String],
    description: String,
    isActive: Boolean,
    secret: Buffer,
    formerSecret: new Schema(sealedSecret, { _id: false }),
    createdById: String,
    createdAt: Date,
    updatedAt: Date,
    revision: Number,
  },
  // Fields of a later version stay, whichever replica writes during a rollout.
  { collection: COLLECTION, versionKey: false, strict: false },
).index({ orgId: 1, createdAt: 1, _id: 1 });

export function webhookRepository(store: Store, writer: Writer, maxPerOrg: number): WebhookRepository {
  const model: Model<StoredWebhook> = modelOf<StoredWebhook>(store.connection, 'Webhook', schema);
  const requireRoom = webhookLimit(store, maxPerOrg, (orgId, session) => model.countDocuments({ orgId }, { session }));
  const turns = new KeyedMutex();
  const { toStored, toDomain } = webhookMapping(store.sealed);

  async function find(session: ClientSession | null, orgId: string, id: string): Promise<Webhook | undefined> {
    const found = await model.findOne({ _id: id, orgId }, null, { session }).lean();
    return found === null ? undefined : toDomain(found);
  }

  async function load(unit: Unit, { orgId, id, expectedRevision }: WebhookKey): Promise<Webhook> {
    const found = await find(unit.session, orgId, id);
    if (!found) throw notFound('Webhook');
    checkRevision('Webhook', found, expectedRevision);
    return found;
  }

  /** Returns the event's id; undefined where nothing has changed. */
  async function save(unit: Unit, { state, event }: Update): Promise<string | undefined> {
    if (!event) return undefined;
    await replaceOne(model, toStored(state), { orgId: state.orgId }, unit);
    return unit.emit({ ...event, orgId: state.orgId });
  }

  return {
    create: (call, orgId, decide, shown) =>
      // In turn, since they would all collide at the guard.
      turns.take(orgId, call.deadline, () =>
        writer.write(call, async (unit) => {
          const { state, event } = decide();
          await requireRoom(orgId, unit.session);
          await insertOne(model, toStored(state), unit.session);
          unit.count(COLLECTION, 1);
          unit.emit(event);
          return { ...recordOf(state), ...shown };
        }),
      ),
    update: (call, key, decide, { alongside, shown } = {}) =>
      writer.write(call, async (unit) => {
        const decision = decide(await load(unit, key));
        const eventId = await save(unit, decision);
        if (eventId !== undefined) await alongside?.(unit, eventId, decision.state);
        return { ...recordOf(decision.state), ...shown };
      }),
    async disable(call, { orgId, id }) {
      await writer.write(call, async (unit) => {
        const before = await find(unit.session, orgId, id);
        if (before?.isActive) await save(unit, disableWebhook(before, unit.now));
      });
    },
    delete: (call, key) =>
      writer.write(call, async (unit) => {
        const { state, event } = deleteWebhook(await load(unit, key));
        await model.deleteOne({ _id: state.id, orgId: state.orgId }, { session: unit.session });
        unit.count(COLLECTION, -1);
        unit.emit(event);
        return state.id;
      }),
    async get(orgId, id) {
      const found = await find(null, orgId, id);
      if (!found) throw notFound('Webhook');
      return found;
    },
    async list(orgId, { search, isActive, updatedSince: since, sort, ...paging }, patience) {
      const narrowing = {
        ...containing(search, ['url']),
        ...updatedSince(since),
        ...(isActive !== undefined && { isActive }),
      };
      const total = Object.keys(narrowing).length === 0 ? 'kept' : 'counted';
      const filter = { orgId, ...narrowing };
      const sorted = { filter, sort: sort.replace('created_at', 'createdAt'), total } as const;
      const page = await findPage(model, { ...paging, ...sorted }, patience);
      return { ...page, data: page.data.map(toDomain) };
    },
    async find(ids) {
      return (await model.find({ _id: { $in: ids } }).lean()).map(toDomain);
    },
    async findActive(orgIds) {
      return (await model.find({ orgId: { $in: orgIds }, isActive: true }).lean()).map(toDomain);
    },
  };
}

function recordOf(state: Webhook): WebhookRecord {
  return { record: webhookView(state), revision: state.revision };
}

import { type Model, Schema } from 'mongoose';
import type { WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import { notFound } from '#chassis/domain/errors.ts';
import { containingInAscii, findPage, type Page, type PageQuery } from '#chassis/mongo/list.ts';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { type DateRange, inTimes } from '#chassis/records/date-ranges.ts';
import { limitPerOrg } from '#chassis/records/limit-per-org.ts';
import { type RecordWrites, recordWrites } from '#chassis/records/record-writes.ts';
import { sessionOf } from '#chassis/records/records.ts';
import type { ReadScope, Transaction } from '#chassis/unit-of-work/write.ts';
import { disableWebhook, type Webhook, type WebhookDecision } from './domain/webhook.ts';
import { type StoredWebhook, webhookMapping } from './mapping.ts';

export interface WebhookListQuery extends Pick<PageQuery, 'sort' | 'page' | 'limit' | 'after'> {
  search?: string | undefined;
  isActive?: boolean | undefined;
  /** Only these webhooks, or only the others. */
  among?: { $in: string[] } | { $nin: string[] } | undefined;
  /** RFC 3339. */
  updatedSince?: string | undefined;
  /** Ranges of `created_at` and `updated_at`. */
  ranges?: readonly DateRange[] | undefined;
}

export interface WebhookRepository extends Omit<RecordWrites<Webhook>, 'insert'> {
  /** Errors: conflict if the org has reached its maximum number of webhooks. */
  add(tx: Transaction, decision: WebhookDecision): Promise<void>;
  /** Disables a webhook, unless it is inactive, deleted, or has another URL now. Returns whether it was disabled. */
  disable(tx: Transaction, key: { orgId: string; id: string; url: string }): Promise<boolean>;
  /** Errors: not_found. */
  get(orgId: string, id: string): Promise<Webhook>;
  list(orgId: string, query: WebhookListQuery, waitLimit?: WaitLimit): Promise<Page<Webhook>>;
  /** Ids of the active webhooks of the org. */
  activeIds(orgId: string): Promise<string[]>;
  find(ids: string[]): Promise<Webhook[]>;
  findActive(orgIds: string[]): Promise<Webhook[]>;
}

const COLLECTION = 'webhooks';

const formerSecret = new Schema({ secret: Buffer, until: Date }, { _id: false });
const schema: Schema<StoredWebhook> = new Schema<StoredWebhook>(
  {
    _id: String,
    orgId: String,
    url: String,
    events: [String],
    description: String,
    isActive: Boolean,
    secret: Buffer,
    formerSecret,
    secondFormerSecret: formerSecret,
    thirdFormerSecret: formerSecret,
    createdById: String,
    createdAt: Date,
    updatedAt: Date,
    revision: Number,
    tests: Number,
  },
  // Fields of a later version stay, because replicas of both versions write during a rollout.
  { collection: COLLECTION, versionKey: false, strict: false },
).index({ orgId: 1, createdAt: 1, _id: 1 });

export function webhookRepository(store: Store, maxPerOrg: number): WebhookRepository {
  const model: Model<StoredWebhook> = modelOf<StoredWebhook>(store.connection, 'Webhook', schema);
  const requireRoom = limitPerOrg(store, {
    resource: 'Webhook',
    guards: 'webhook_guards',
    max: maxPerOrg,
    refusal: `The org has ${maxPerOrg} webhooks or more, which is the limit; delete one first`,
    count: ({ session }, orgId) => model.countDocuments({ orgId }, { session }),
  });
  const { toStored, toDomain } = webhookMapping(store.sealed);

  async function find(scope: ReadScope, id: string): Promise<Webhook | undefined> {
    const found = await model.findOne({ _id: id, orgId: scope.orgId }, null, sessionOf(scope)).lean();
    return found ? toDomain(found) : undefined;
  }

  const { insert, ...writes } = recordWrites<Webhook, StoredWebhook>({
    model,
    resource: 'Webhook',
    find,
    toStored,
    orgOf: ({ orgId }) => orgId,
    counted: true,
    // A changed secret counts as a change, although the event does not show it.
    isUnchanged: ({ event }) => !event,
  });

  return {
    ...writes,
    async add(tx, decision) {
      await requireRoom(tx, decision.state.orgId);
      await insert(tx, [decision]);
    },
    async disable(tx, { orgId, id, url }) {
      const before = await find({ orgId, session: tx.session }, id);
      if (!before?.isActive || before.url !== url) return false;
      await writes.save(tx, before, disableWebhook(before, tx.now));
      return true;
    },
    async get(orgId, id) {
      const found = await find({ orgId }, id);
      if (!found) throw notFound('Webhook');
      return found;
    },
    async list(orgId, { search, isActive, among, updatedSince, ranges, sort, ...paging }, waitLimit) {
      const narrowing = {
        ...containingInAscii(search, 'url'),
        ...inTimes(ranges, updatedSince),
        ...(isActive !== undefined && { isActive }),
        ...(among && { _id: among }),
      };
      const total = Object.keys(narrowing).length === 0 ? 'kept' : 'counted';
      const filter = { orgId, ...narrowing };
      const sorted = { filter, sort: sort.replace('ed_at', 'edAt'), total } as const;
      const page = await findPage(model, { ...paging, ...sorted }, waitLimit);
      return { ...page, data: page.data.map(toDomain) };
    },
    async activeIds(orgId) {
      return (await model.find({ orgId, isActive: true }, { _id: 1 }).lean()).map(({ _id }) => _id);
    },
    async find(ids) {
      return (await model.find({ _id: { $in: ids } }).lean()).map(toDomain);
    },
    async findActive(orgIds) {
      return (await model.find({ orgId: { $in: orgIds }, isActive: true }).lean()).map(toDomain);
    },
  };
}

import { type AnyBulkWriteOperation, type ClientSession, type QueryFilter, Schema } from 'mongoose';
import { newId, type Store } from '#chassis/mongo.ts';
import type { AnyDelivery, Attempt, PendingDelivery } from './delivery.ts';

export interface DueDelivery {
  id: string;
  webhookId: string;
}

export interface AttemptFilter {
  success?: boolean | undefined;
  eventType?: string | undefined;
  before?: Attempt | undefined;
  limit: number;
}

/** What an attempt leaves: the record, where there was an attempt at all, and the delivery as it stands then. */
export interface Outcome {
  delivery: AnyDelivery;
  attempt?: Attempt;
}

/** Deliveries as a queue, and the history of their attempts. */
export interface DeliveryRepository {
  /** Adds deliveries that this process has taken already, each until its dueAt. */
  add(deliveries: PendingDelivery[], session: ClientSession): Promise<void>;
  /** What is due, oldest first for each webhook, without those that can take nothing now. */
  findDue(now: Date, options: { without: string[]; limit: number }): Promise<DueDelivery[]>;
  /** Takes what is still due at `now` until `until`; what another process was faster with is left out. */
  take(ids: string[], now: Date, until: Date): Promise<PendingDelivery[]>;
  /** Keeps what this process has taken until `until`. */
  keep(ids: string[], until: Date): Promise<void>;
  /** Stores attempts and where they leave their deliveries, all in one transaction. */
  record(outcomes: Outcome[]): Promise<void>;
  countDue(now: Date): Promise<number>;
  /** Newest first. */
  findAttempts(orgId: string, webhookId: string, filter: AttemptFilter): Promise<Attempt[]>;
  findAttempt(orgId: string, id: string): Promise<Attempt | undefined>;
  /** The latest attempt to deliver the event. */
  findLatestAttempt(orgId: string, webhookId: string, eventId: string): Promise<Attempt | undefined>;
}

type Stored<T> = T extends { id: string } ? Omit<T, 'id'> & { _id: string } : never;
/** `takenBy` names the process that holds a pending delivery. */
type DeliveryDocument = Stored<PendingDelivery> & { takenBy?: string };
type AttemptDocument = Stored<Attempt>;

const DAY_S = 24 * 3600;
/** decisions 5: Delivery. */
const ATTEMPT_RETENTION_S = 30 * DAY_S;
/** As long as its event, whose retention is longer than the attempts'. */
const DELIVERY_RETENTION_S = 40 * DAY_S;

const deliverySchema = new Schema<DeliveryDocument>(
  {
    _id: String,
    orgId: { type: String, required: true },
    webhookId: { type: String, required: true },
    eventId: { type: String, required: true },
    eventType: { type: String, required: true },
    createdAt: { type: Date, required: true },
    attempts: { type: Number, required: true },
    isTest: { type: Boolean, required: true },
    phase: { type: String, enum: ['pending', 'succeeded', 'failed'], required: true },
    dueAt: Date,
    takenBy: String,
  },
  { collection: 'deliveries', versionKey: false },
)
  // The queue is one for all orgs. The webhook comes first, so that a dead one's backlog is stepped over in one seek.
  .index({ webhookId: 1, dueAt: 1 }, { partialFilterExpression: { phase: 'pending' } })
  .index({ createdAt: 1 }, { expireAfterSeconds: DELIVERY_RETENTION_S });

const attemptSchema = new Schema<AttemptDocument>(
  {
    _id: String,
    orgId: { type: String, required: true },
    webhookId: { type: String, required: true },
    eventId: { type: String, required: true },
    eventType: { type: String, required: true },
    attempt: { type: Number, required: true },
    statusCode: { type: Number, required: true },
    responseBody: { type: String, default: '' },
    durationMs: { type: Number, required: true },
    deliveredAt: { type: Date, required: true },
    success: { type: Boolean, required: true },
    nextAttemptAt: { type: Date, default: null },
  },
  { collection: 'attempts', versionKey: false },
)
  .index({ orgId: 1, webhookId: 1, deliveredAt: -1, _id: -1 })
  .index({ deliveredAt: 1 }, { expireAfterSeconds: ATTEMPT_RETENTION_S });

export function deliveryRepository(store: Store): DeliveryRepository {
  const deliveries = store.connection.model<DeliveryDocument>('Delivery', deliverySchema);
  const attempts = store.connection.model<AttemptDocument>('Attempt', attemptSchema);
  const takenBy = newId();

  return {
    async add(pending, session) {
      const documents = pending.map(({ id, ...delivery }) => ({ _id: id, ...delivery, takenBy }));
      await deliveries.insertMany(documents, { session, lean: true });
    },
    async findDue(now, { without, limit }) {
      const filter: QueryFilter<DeliveryDocument> = { phase: 'pending', dueAt: { $lte: now } };
      if (without.length > 0) filter.webhookId = { $nin: without };
      const due = await deliveries.find(filter, { webhookId: 1 }).limit(limit).lean();
      return due.map(({ _id, webhookId }) => ({ id: _id, webhookId }));
    },
    async take(ids, now, until) {
      const due = { _id: { $in: ids }, phase: 'pending' as const, dueAt: { $lte: now } };
      await deliveries.updateMany(due, { $set: { dueAt: until, takenBy } });
      const taken = await deliveries.find({ _id: { $in: ids }, phase: 'pending', dueAt: until, takenBy }).lean();
      return taken.map(pendingDelivery);
    },
    async keep(ids, until) {
      await deliveries.updateMany({ _id: { $in: ids }, phase: 'pending', takenBy }, { $set: { dueAt: until } });
    },
    async record(outcomes) {
      const records = outcomes.flatMap(({ attempt }) => (attempt ? [attemptDocument(attempt)] : []));
      await store.transaction(async (session) => {
        if (records.length > 0) await attempts.insertMany(records, { session, lean: true });
        await deliveries.bulkWrite(outcomes.map(advanceDelivery), { session, ordered: false, timestamps: false });
      });
    },
    countDue: (now) => deliveries.countDocuments({ phase: 'pending', dueAt: { $lte: now } }),
    async findAttempts(orgId, webhookId, { success, eventType, before, limit }) {
      const filter: QueryFilter<AttemptDocument> = { orgId, webhookId };
      if (success !== undefined) filter.success = success;
      if (eventType !== undefined) filter.eventType = eventType;
      if (before) filter.$or = olderThan(before);
      const found = await attempts.find(filter).sort({ deliveredAt: -1, _id: -1 }).limit(limit).lean();
      return found.map(attemptOf);
    },
    async findAttempt(orgId, id) {
      const found = await attempts.findOne({ _id: id, orgId }).lean();
      return found === null ? undefined : attemptOf(found);
    },
    async findLatestAttempt(orgId, webhookId, eventId) {
      const found = await attempts.findOne({ orgId, webhookId, eventId }).sort({ deliveredAt: -1, _id: -1 }).lean();
      return found === null ? undefined : attemptOf(found);
    },
  };
}

/** Nothing, when another process has taken over meanwhile and made this attempt too. */
function advanceDelivery({ delivery, attempt }: Outcome): AnyBulkWriteOperation<DeliveryDocument> {
  const { id, phase, attempts } = delivery;
  const filter = { _id: id, phase: 'pending' as const, attempts: attempt ? attempts - 1 : attempts };
  const planned = delivery.phase === 'pending' ? { $set: { attempts, dueAt: delivery.dueAt } } : undefined;
  const update = planned
    ? { ...planned, $unset: { takenBy: 1 as const } }
    : { $set: { phase, attempts }, $unset: { takenBy: 1 as const, dueAt: 1 as const } };
  return { updateOne: { filter, update: update as never } };
}

function olderThan({ deliveredAt, id }: Attempt): QueryFilter<AttemptDocument>[] {
  return [{ deliveredAt: { $lt: deliveredAt } }, { deliveredAt, _id: { $lt: id } }];
}

function pendingDelivery({ _id, takenBy: _, ...delivery }: DeliveryDocument): PendingDelivery {
  return { id: _id, ...delivery };
}

function attemptDocument({ id, ...attempt }: Attempt): AttemptDocument {
  return { _id: id, ...attempt };
}

function attemptOf({ _id, ...attempt }: AttemptDocument): Attempt {
  return { id: _id, ...attempt };
}

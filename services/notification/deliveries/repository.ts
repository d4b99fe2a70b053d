import { type AnyBulkWriteOperation, type ClientSession, type Model, mongo, type QueryFilter, Schema } from 'mongoose';
import { insertMany, modelOf } from '#chassis/mongo/model.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import type { Budget } from '#chassis/mongo/read-limits.ts';
import { SlotLending } from '#chassis/mongo/slot-lending.ts';
import { asLostRace } from '#chassis/mongo/transaction.ts';
import type { AttemptOutcome, FailedDelivery, MadeDelivery, PendingDelivery } from './domain/delivery.ts';
import type { HealthRepository } from './health-repository.ts';
import type { Load } from './in-flight.ts';

/** A delivery whose share of the memory is known. */
export type DueDelivery = PendingDelivery & Load;

/** The due deliveries of a webhook, oldest first. */
export interface Due {
  due: DueDelivery[];
  /** Epoch ms at which more of it is due, which may be past; undefined: nothing more is planned. */
  nextAt: number | undefined;
}

export interface MadeFilter {
  success?: boolean | undefined;
  eventTypes?: readonly string[] | undefined;
  before?: MadeDelivery | undefined;
  since: Date;
  limit: number;
}

/** Attempts: those to be made, as a queue, and those that were made, as a history. */
export interface DeliveryRepository {
  /** Adds deliveries: those that this process has taken already, each until its dueAt, and those that nobody has. */
  add(planned: { taken?: PendingDelivery[]; free?: PendingDelivery[] }, session: ClientSession): Promise<void>;
  /** The due deliveries of a webhook, `limit` at most. */
  findDue(webhookId: string, now: Date, limit: number): Promise<Due>;
  /**
   * Webhooks with something due, in the order of their ids, from `after` on and without those in `without`. Looks at
   * `limit` deliveries at most: as many may be more of the last webhook.
   */
  findWebhooksDue(
    now: Date,
    page: { after: string; without: string[]; limit: number },
  ): Promise<{ id: string; orgId: string }[]>;
  /** Claims what is still due at `now` until `until`. What another process was faster with is left out. */
  claim(due: PendingDelivery[], now: Date, until: Date): Promise<PendingDelivery[]>;
  /** Keeps what this process has claimed until `until`. */
  keep(ids: string[], until: Date): Promise<void>;
  /**
   * Stores attempts, counts those that say something of the receiver, and plans the next, all in one transaction. Tells of
   * each whether it was: where another process has taken over meanwhile and was faster, that one's outcome counts.
   */
  record(outcomes: AttemptOutcome[]): Promise<boolean[]>;
  /** Stores attempts that were not made. They are no failures of the receiver, and are not counted. */
  settle(unsent: FailedDelivery[]): Promise<void>;
  /** Removes what was planned for a webhook that is gone. */
  cancel(ids: string[]): Promise<void>;
  /** Counts no further than `most`. */
  countDue(now: Date, most: number): Promise<number>;
  /**
   * Since when the oldest due delivery has been due that nobody has taken, undefined where none is: as of the last look at all
   * webhooks. Looks at `most` of them, and at the next ones when it is asked again.
   */
  oldestDue(now: Date, most: number): Promise<Date | undefined>;
  /** Attempts that were made, newest first: as many as, with their payloads, have room in the budget. */
  findMade(orgId: string, webhookId: string, filter: MadeFilter, budget: Budget): Promise<MadeDelivery[]>;
  findOne(orgId: string, id: string): Promise<MadeDelivery | undefined>;
}

/** `takenBy` names the process that holds a pending delivery. */
type Stored<T> = T extends { id: string } ? Omit<T, 'id'> & { _id: string; takenBy?: string } : never;
export type StoredDelivery = Stored<PendingDelivery | MadeDelivery>;

/** decisions 5: Delivery. Of what was made: nothing that is planned goes without a record. */
const RETENTION_S = 30 * 24 * 3600;

/** Deliveries that are read before anybody looks how large they are. */
const UNWEIGHED = 10;

/** An envelope's, which a delivery is taken to have whose own is not known (decisions 5: Envelope). */
const MAX_SIZE = 256 * 1024;

/**
 * Due deliveries that are counted in one go. What is more is counted webhook by webhook, by the embedded engine without a
 * look at any.
 */
const FEW_DUE = 1000;
/** Webhooks that are counted one by one: some 100 ms. */
const MAX_COUNTED = 200;

/** Ids that a statement names: above a thousand the embedded engine reads the whole collection for them. */
const NAMED = 500;

const MADE = { partialFilterExpression: { deliveredAt: { $exists: true } } };

const schema = new Schema(
  {
    _id: String,
    orgId: String,
    webhookId: String,
    eventId: String,
    eventType: String,
    attempt: Number,
    madeBefore: Number,
    isTest: Boolean,
    createdAt: Date,
    size: Number,
    phase: String,
    dueAt: Date,
    takenBy: String,
    deliveredAt: Date,
    durationMs: Number,
    statusCode: Number,
    responseBody: String,
    nextAttemptAt: Date,
  },
  { collection: 'deliveries', versionKey: false },
)
  // The queue is one for all orgs. The webhook comes first, so that a dead one's backlog is stepped over in one seek.
  .index({ webhookId: 1, dueAt: 1 }, { partialFilterExpression: { phase: 'pending' } })
  .index({ orgId: 1, webhookId: 1, deliveredAt: -1, _id: -1 }, MADE)
  .index({ orgId: 1, webhookId: 1, phase: 1, deliveredAt: -1, _id: -1 }, MADE)
  .index({ orgId: 1, webhookId: 1, eventType: 1, deliveredAt: -1, _id: -1 }, MADE)
  .index({ deliveredAt: 1 }, { ...MADE, expireAfterSeconds: RETENTION_S });

export const deliveryModel = ({ connection }: Pick<Store, 'connection'>): Model<StoredDelivery> =>
  modelOf<StoredDelivery>(connection, 'Delivery', schema as never);

export function deliveryRepository(store: Store, health: Pick<HealthRepository, 'count'>): DeliveryRepository {
  const model = deliveryModel(store);
  const takenBy = newId();
  const slots = new SlotLending();
  /** The webhook at which `oldestDue` has stopped. */
  let lookedAt = '';
  let ofThisRound: Date | undefined;
  let ofLastRound: Date | undefined;

  async function stillPending(ids: string[], session: ClientSession): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const found = await model.find({ _id: { $in: ids }, phase: 'pending' }, { _id: 1 }, { session }).lean();
    return new Set(found.map(({ _id }) => _id));
  }

  /** The first planned delivery of the next webhook that has one. */
  const firstPlanned = (after: string) =>
    model
      .findOne({ phase: 'pending' as const, webhookId: { $gt: after } }, { webhookId: 1, dueAt: 1 })
      .sort({ webhookId: 1, dueAt: 1 })
      .lean<StoredPending>();

  const countDue = (webhookId: string | { $gt: string }, now: Date, limit: number): Promise<number> =>
    model.countDocuments({ phase: 'pending', webhookId, dueAt: { $lte: now } }, { limit }).exec();

  async function claimPart(due: PendingDelivery[], now: Date, until: Date): Promise<PendingDelivery[]> {
    const ids = due.map(({ id }) => id);
    const filter = { _id: { $in: ids }, phase: 'pending' as const, dueAt: { $lte: now } };
    const { matchedCount } = await model.updateMany(filter, { $set: { dueAt: until, takenBy } });
    const taken = due.map((delivery) => ({ ...delivery, dueAt: until }));
    // Nothing but a claim changes a pending delivery. So it is read again only if another process was faster with a
    // part of them.
    if (matchedCount === ids.length) return taken;
    const ours = await model.find({ _id: { $in: ids }, phase: 'pending', dueAt: until, takenBy }, { _id: 1 }).lean();
    const isOurs = new Set(ours.map(({ _id }) => _id));
    return taken.filter(({ id }) => isOurs.has(id));
  }

  return {
    async add({ taken = [], free = [] }, session) {
      const documents = [...taken.map((delivery) => ({ ...toStored(delivery), takenBy })), ...free.map(toStored)];
      if (documents.length > 0) await insertMany(model, documents, session);
    },
    async findDue(webhookId, now, limit) {
      const filter = { phase: 'pending' as const, webhookId };
      const page = { sort: { dueAt: 1 }, limit: limit + 1, batchSize: limit + 1 } as const;
      const planned = await model.find(filter, null, page).lean<StoredPending[]>();
      const due = planned.slice(0, limit).filter(({ dueAt }) => dueAt <= now);
      return { due: due.map(toDue), nextAt: planned[due.length]?.dueAt.getTime() };
    },
    async findWebhooksDue(now, { after, without, limit }) {
      const webhookId = without.length > 0 ? { $gt: after, $nin: without } : { $gt: after };
      const filter = { phase: 'pending' as const, webhookId, dueAt: { $lte: now } };
      const due = await model
        .find(filter, { webhookId: 1, orgId: 1 })
        .sort({ webhookId: 1, dueAt: 1 })
        .limit(limit)
        .lean();
      return due.map(({ webhookId: id, orgId }) => ({ id, orgId }));
    },
    async claim(due, now, until) {
      const taken: PendingDelivery[] = [];
      for (const part of inParts(due)) taken.push(...(await claimPart(part, now, until)));
      return taken;
    },
    async keep(ids, until) {
      for (const part of inParts(ids))
        await model.updateMany({ _id: { $in: part }, phase: 'pending', takenBy }, { $set: { dueAt: until } });
    },
    async record(outcomes) {
      const slot = slots.lend();
      // Another process is seldom faster. So before the first try only attempts are looked at that plan a next attempt.
      let isShared = false;
      const recording = store.transaction(async (session) => {
        const doubtful = new Set(outcomes.filter(({ next }) => next || isShared).map(({ made }) => made.id));
        const pending = await stillPending([...doubtful], session);
        const fresh = outcomes.filter(({ made }) => !doubtful.has(made.id) || pending.has(made.id));
        if (fresh.length === 0) return fresh;
        const made = fresh.map((outcome) => outcome.made);
        // To put all anew costs less than to change each: one statement removes them.
        const waiting = { _id: { $in: made.map(({ id }) => id) }, phase: 'pending' as const };
        const { deletedCount } = await model.collection.deleteMany(waiting as never, { session });
        isShared = deletedCount < made.length;
        if (isShared) throw asLostRace(new mongo.MongoError('Settled by another process'));
        const planned = fresh.flatMap(({ next }) => next ?? []);
        await insertMany(model, [...made, ...planned].map(toStored), session);
        const counted = fresh.flatMap(({ isUnsent, made }) => (isUnsent || made.isTest ? [] : made));
        await health.count(session, counted, slot);
        return fresh;
      });
      const recorded = new Set(await recording.finally(() => slots.giveBack(slot)));
      return outcomes.map((outcome) => recorded.has(outcome));
    },
    async settle(unsent) {
      await model.bulkWrite(unsent.map(settle), { ordered: false, timestamps: false });
    },
    async cancel(ids) {
      for (const part of inParts(ids)) await model.deleteMany({ _id: { $in: part }, phase: 'pending' });
    },
    async countDue(now, limit) {
      const few = await countDue({ $gt: '' }, now, Math.min(limit, FEW_DUE));
      if (few < FEW_DUE || few === limit) return few;
      let [total, last] = [0, ''];
      for (let looked = 0; looked < MAX_COUNTED && total < limit; looked++) {
        const next = await firstPlanned(last);
        if (!next) return total;
        last = next.webhookId;
        total += await countDue(last, now, limit - total);
      }
      return total < limit ? total + (await countDue({ $gt: last }, now, limit - total)) : total;
    },
    async oldestDue(now, most) {
      for (let looked = 0; looked < most; looked++) {
        // A seek for each webhook: to group all waiting deliveries would cost as much as there are.
        const first = await firstPlanned(lookedAt);
        lookedAt = first?.webhookId ?? '';
        if (!first) {
          [ofLastRound, ofThisRound] = [ofThisRound, undefined];
          break;
        }
        if (first.dueAt <= now) ofThisRound = older(ofThisRound, first.dueAt);
      }
      return older(ofLastRound, ofThisRound);
    },
    async findMade(orgId, webhookId, { success, eventTypes, before, since, limit }, budget) {
      const filter: QueryFilter<StoredDelivery> = { orgId, webhookId, deliveredAt: { $gte: since } };
      if (success !== undefined) filter.phase = success ? 'succeeded' : 'failed';
      if (eventTypes !== undefined)
        filter.eventType = eventTypes.length === 1 ? String(eventTypes[0]) : { $in: [...eventTypes] };
      if (before) filter.$or = olderThan(before);
      const options = { sort: { deliveredAt: -1, _id: -1 }, limit, batchSize: UNWEIGHED, raw: true } as const;
      const cursor = model.find(filter, null, options).lean().cursor();
      const made: MadeDelivery[] = [];
      try {
        for await (const bytes of cursor as AsyncIterable<unknown> as AsyncIterable<Buffer>) {
          const delivery = mongo.BSON.deserialize(bytes) as StoredDelivery;
          if (!budget.reserve(bytes.length + (delivery.size ?? MAX_SIZE))) break;
          made.push(toDomain(delivery) as MadeDelivery);
        }
        return budget.isInVain ? [] : made;
      } finally {
        await cursor.close();
      }
    },
    async findOne(orgId, id) {
      const made = await model.findOne({ _id: id, orgId, phase: { $ne: 'pending' } }).lean();
      return made === null ? undefined : (toDomain(made) as MadeDelivery);
    },
  };
}

function inParts<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / NAMED) }, (_, at) => all.slice(at * NAMED, (at + 1) * NAMED));
}

type StoredPending = Stored<PendingDelivery>;

function toDue({ _id, takenBy: _, ...delivery }: StoredPending): DueDelivery {
  return { id: _id, size: MAX_SIZE, ...delivery };
}

function settle(made: MadeDelivery): AnyBulkWriteOperation<StoredDelivery> {
  const { phase, deliveredAt, durationMs, statusCode, responseBody } = made;
  const result = { phase, deliveredAt, durationMs, statusCode, responseBody };
  const set = phase === 'failed' ? { ...result, nextAttemptAt: made.nextAttemptAt } : result;
  const update = { $set: set, $unset: { dueAt: 1, takenBy: 1 } };
  return { updateOne: { filter: { _id: made.id, phase: 'pending' }, update: update as never } };
}

const older = (one: Date | undefined, other: Date | undefined): Date | undefined =>
  one && other ? (one < other ? one : other) : (one ?? other);

function olderThan({ deliveredAt, id }: MadeDelivery): QueryFilter<StoredDelivery>[] {
  return [{ deliveredAt: { $lt: deliveredAt } }, { deliveredAt, _id: { $lt: id } }];
}

export function toStored({ id, ...delivery }: PendingDelivery | MadeDelivery): StoredDelivery {
  return { _id: id, ...delivery };
}

function toDomain({ _id, takenBy: _, ...delivery }: StoredDelivery): PendingDelivery | MadeDelivery {
  return { id: _id, ...delivery };
}

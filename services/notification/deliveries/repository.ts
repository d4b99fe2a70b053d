import { type AnyBulkWriteOperation, type ClientSession, type Model, mongo, type QueryFilter, Schema } from 'mongoose';
import { insertMany, modelOf } from '#chassis/mongo/model.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import type { Budget } from '#chassis/mongo/read-limits.ts';
import { SlotLending } from '#chassis/mongo/slot-lending.ts';
import { asLostRace } from '#chassis/mongo/transaction.ts';
import type { AttemptOutcome, FailedDelivery, MadeDelivery, PendingDelivery } from './domain/delivery.ts';
import type { HealthRepository } from './health-repository.ts';
import type { Load } from './in-flight.ts';

/** A delivery with its size in memory. */
export type DueDelivery = PendingDelivery & Load;

/** The due deliveries of a webhook, oldest first. */
export interface Due {
  due: DueDelivery[];
  /** Epoch milliseconds at which the next delivery is due, which may be in the past; undefined if none is planned. */
  nextAt: number | undefined;
}

export interface MadeFilter {
  success?: boolean | undefined;
  eventTypes?: readonly string[] | undefined;
  /** Only older attempts. */
  before?: MadeDelivery | undefined;
  /** Only newer attempts. */
  after?: MadeDelivery | undefined;
  since: Date;
  until?: Date | undefined;
  isOldestFirst?: boolean | undefined;
  limit: number;
}

/** Attempts to deliver events. Planned attempts are the queue, and made attempts are the history. */
export interface DeliveryRepository {
  /** Adds deliveries. `taken`: claimed by this process until their dueAt. `free`: not claimed. */
  add(planned: { taken?: PendingDelivery[]; free?: PendingDelivery[] }, session: ClientSession): Promise<void>;
  /** At most `limit` due deliveries of a webhook. */
  findDue(webhookId: string, now: Date, limit: number): Promise<Due>;
  /**
   * Webhooks with due deliveries, by id, after the id `after` and without those in `without`. Reads at most `limit`
   * deliveries, which may all be of one webhook.
   */
  findWebhooksDue(
    now: Date,
    page: { after: string; without: string[]; limit: number },
  ): Promise<{ id: string; orgId: string }[]>;
  /**
   * Claims the deliveries that are still due at `now`, until `until`. Those that another process has claimed are left
   * out.
   */
  claim(due: PendingDelivery[], now: Date, until: Date): Promise<PendingDelivery[]>;
  /** Extends the leases of this process until `until`. */
  keep(ids: string[], until: Date): Promise<void>;
  /**
   * Stores attempts, counts them for the health of their webhooks, and plans the next ones, in one transaction. Returns
   * for each outcome whether it was stored. It is false if another process has taken over the delivery and recorded it.
   */
  record(outcomes: AttemptOutcome[]): Promise<boolean[]>;
  /** Records deliveries that are given up without an attempt. They are not counted as failures of the receiver. */
  settle(unsent: FailedDelivery[]): Promise<void>;
  /** Removes planned deliveries of a deleted webhook. */
  cancel(ids: string[]): Promise<void>;
  /** Number of due deliveries, at most `most`. */
  countDue(now: Date, most: number): Promise<number>;
  /**
   * The due time of the oldest due delivery that is not claimed; undefined if there is none. Each call polls the next
   * `most` webhooks, so the result is as old as the last complete round.
   */
  oldestDue(now: Date, most: number): Promise<Date | undefined>;
  /** Attempts that were made, the newest first unless the filter says otherwise, as many as fit into the budget together with their payloads. */
  findMade(orgId: string, webhookId: string, filter: MadeFilter, budget: Budget): Promise<MadeDelivery[]>;
  findOne(orgId: string, id: string): Promise<MadeDelivery | undefined>;
}

/** `takenBy`: the process that has claimed a planned delivery. */
type Stored<T> = T extends { id: string } ? Omit<T, 'id'> & { _id: string; takenBy?: string } : never;
export type StoredDelivery = Stored<PendingDelivery | MadeDelivery>;

/** Seconds that made attempts are stored (decisions 5: Delivery). Planned attempts do not expire. */
const RETENTION_S = 30 * 24 * 3600;

/** Number of deliveries that are read before their sizes are checked. */
const UNWEIGHED = 10;

/**
 * Maximum size of an envelope, in UTF-16 units. It is assumed for deliveries without a stored size (decisions 5:
 * Envelope).
 */
const MAX_SIZE = 256 * 1024;

/**
 * Maximum number of due deliveries that one query counts. Further ones are counted webhook by webhook, which the
 * embedded engine does by its index only.
 */
const FEW_DUE = 1000;
/** Maximum number of webhooks that are counted one by one: about 100 ms. */
const MAX_COUNTED = 200;

/** Maximum number of ids in one statement. For more than a thousand, the embedded engine reads the whole collection. */
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
  // All orgs share one queue. The index begins with the webhook, so that one seek skips all waiting deliveries of a
  // dead webhook.
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
  /** The last webhook that `oldestDue` has polled. */
  let lookedAt = '';
  let ofThisRound: Date | undefined;
  let ofLastRound: Date | undefined;

  async function stillPending(ids: string[], session: ClientSession): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const found = await model.find({ _id: { $in: ids }, phase: 'pending' }, { _id: 1 }, { session }).lean();
    return new Set(found.map(({ _id }) => _id));
  }

  /** The earliest planned delivery of the next webhook that has one. */
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
    // Only a claim changes a planned delivery. So the deliveries are read again only if another process has claimed
    // some of them.
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
      // Another process rarely takes over. So the first try only checks the attempts that plan a next attempt.
      let isShared = false;
      const recording = store.transaction(async (session) => {
        const doubtful = new Set(outcomes.filter(({ next }) => next || isShared).map(({ made }) => made.id));
        const pending = await stillPending([...doubtful], session);
        const fresh = outcomes.filter(({ made }) => !doubtful.has(made.id) || pending.has(made.id));
        if (fresh.length === 0) return fresh;
        const made = fresh.map((outcome) => outcome.made);
        // A single statement deletes all planned deliveries. That costs less than an update of each.
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
        // A seek for each webhook. Grouping all waiting deliveries would cost as much as their number.
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
    async findMade(orgId, webhookId, asked, budget) {
      const { success, eventTypes, before, after, since, until, isOldestFirst = false, limit } = asked;
      const deliveredAt = { $gte: since, ...(until && { $lte: until }) };
      const filter: QueryFilter<StoredDelivery> = { orgId, webhookId, deliveredAt };
      if (success !== undefined) filter.phase = success ? 'succeeded' : 'failed';
      if (eventTypes !== undefined)
        filter.eventType = eventTypes.length === 1 ? String(eventTypes[0]) : { $in: [...eventTypes] };
      const positions = [...(before ? [beyond(before, '$lt')] : []), ...(after ? [beyond(after, '$gt')] : [])];
      if (positions.length > 0) filter.$and = positions;
      const direction = isOldestFirst ? 1 : -1;
      const options = {
        sort: { deliveredAt: direction, _id: direction },
        limit,
        batchSize: UNWEIGHED,
        raw: true,
      } as const;
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

/** Attempts that are older or newer than this one. Attempts of the same time are in the order of their ids. */
const beyond = ({ deliveredAt, id }: MadeDelivery, operator: '$lt' | '$gt'): QueryFilter<StoredDelivery> => ({
  $or: [{ deliveredAt: { [operator]: deliveredAt } }, { deliveredAt, _id: { [operator]: id } }],
});

export function toStored({ id, ...delivery }: PendingDelivery | MadeDelivery): StoredDelivery {
  return { _id: id, ...delivery };
}

function toDomain({ _id, takenBy: _, ...delivery }: StoredDelivery): PendingDelivery | MadeDelivery {
  return { id: _id, ...delivery };
}

import type { ClientSession } from 'mongoose';
import { AppError } from '#chassis/domain/errors.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import { beginningWith } from './attempts-repository.ts';
import { deliveryId, type MadeDelivery, type PendingDelivery } from './domain/delivery.ts';
import type { Position } from './domain/recovery.ts';
import type { Latest, Redelivery } from './domain/redelivery.ts';
import { deliveryModel, type StoredDelivery, toStored } from './repository.ts';

/** The deliveries that are sent once more, and the attempts so far. */
export interface RedeliveryRepository {
  /** The newest attempt of the event at the webhook. Errors: conflict where there are too many to look through. */
  latest(eventId: string, webhookId: string, session: ClientSession): Promise<Latest | undefined>;
  /**
   * Looks at `most` attempts that failed after `from`, up to `until`, in the order in which they were made: those that are no
   * tests, and where to go on; undefined at the end. What succeeded is not read, however much it is.
   */
  scan(
    orgId: string,
    webhookId: string,
    from: Position,
    until: Date,
    most: number,
  ): Promise<{ failed: MadeAttempt[]; next: Position | undefined }>;
  /** The failed attempts without a later one, and the planned attempts that follow the others. */
  newest(failed: MadeAttempt[], session: ClientSession): Promise<Latest[]>;
  persist(redeliveries: Redelivery[], session: ClientSession): Promise<void>;
  /** Deliveries of the webhook that are due, counted no further than `most`. */
  countDue(webhookId: string, now: Date, most: number): Promise<number>;
}

export type MadeAttempt = Exclude<Latest, { phase: 'pending' }> & Pick<MadeDelivery, 'deliveredAt'>;

/** By the schedule it takes years to get there. */
const MAX_ATTEMPTS = 1000;

/** Answers are not looked at, and may be 16 KiB. */
const BRIEF = { responseBody: 0 } as const;

export function redeliveryRepository(store: Store): RedeliveryRepository {
  const model = deliveryModel(store);
  return {
    async latest(eventId, webhookId, session) {
      const ofEvent = { _id: beginningWith(`${eventId}.${webhookId}.`) };
      const found = await model
        .find(ofEvent as never, BRIEF, { session })
        .limit(MAX_ATTEMPTS)
        .lean<StoredDelivery[]>();
      if (found.length === MAX_ATTEMPTS)
        throw new AppError('conflict', `The event was sent to the webhook ${MAX_ATTEMPTS} times, which is the limit`);
      const newest = found.sort((a, b) => b.attempt - a.attempt)[0];
      return newest && toLatest(newest);
    },
    async scan(orgId, webhookId, { deliveredAt, id }, until, most) {
      const after = { $or: [{ deliveredAt: { $gt: deliveredAt } }, { deliveredAt, _id: { $gt: id } }] };
      const made = { orgId, webhookId, phase: 'failed', deliveredAt: { $gte: deliveredAt, $lte: until } };
      const found = await model
        .find({ ...made, ...after } as never, BRIEF)
        .sort({ deliveredAt: 1, _id: 1 })
        .limit(most)
        .lean<StoredDelivery[]>();
      const scanned = found.map((delivery) => toLatest(delivery) as MadeAttempt);
      const failed = scanned.filter(({ isTest }) => !isTest);
      const last = scanned.at(-1);
      const next = last && found.length === most ? { deliveredAt: last.deliveredAt, id: last.id } : undefined;
      return { failed, next };
    },
    async newest(failed, session) {
      const nextOf = ({ eventId, webhookId, attempt }: MadeAttempt) => deliveryId(eventId, webhookId, attempt + 1);
      const found = await model.find({ _id: { $in: failed.map(nextOf) } }, BRIEF, { session }).lean<StoredDelivery[]>();
      const following = new Map(found.map((delivery) => [delivery._id, toLatest(delivery)]));
      return failed.flatMap((one) => {
        const next = following.get(nextOf(one));
        return next === undefined ? one : next.phase === 'pending' ? next : [];
      });
    },
    async persist(redeliveries, session) {
      const planned = redeliveries.filter(({ kind }) => kind === 'planned');
      const hastened = redeliveries.filter(({ kind }) => kind === 'hastened');
      const writes = [
        ...planned.map(({ delivery }) => ({ insertOne: { document: toStored(delivery) } })),
        ...hastened.flatMap(({ delivery }) => hasten(delivery)),
      ];
      if (writes.length === 0) return;
      await model.bulkWrite(writes as never, { session, timestamps: false }).catch(rethrowLostInsert);
    },
    countDue: (webhookId, now, limit) =>
      model.countDocuments({ phase: 'pending', webhookId, dueAt: { $lte: now } }, { limit }).exec(),
  };
}

/** The one before says when it comes. */
function hasten({ id, eventId, webhookId, attempt, madeBefore, dueAt }: PendingDelivery) {
  const planned = { _id: id, phase: 'pending', takenBy: { $exists: false } };
  const before = { _id: deliveryId(eventId, webhookId, attempt - 1), phase: 'failed' };
  return [
    { updateOne: { filter: planned, update: { $set: { dueAt, madeBefore } } } },
    { updateOne: { filter: before, update: { $set: { nextAttemptAt: dueAt } } } },
  ];
}

function toLatest({ _id, takenBy, ...delivery }: StoredDelivery): Latest {
  if (delivery.phase !== 'pending') return { ...delivery, id: _id };
  return { ...(delivery as Omit<PendingDelivery, 'id'>), id: _id, isTaken: takenBy !== undefined };
}

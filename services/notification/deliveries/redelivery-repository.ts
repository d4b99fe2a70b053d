import type { ClientSession } from 'mongoose';
import { AppError } from '#chassis/domain/errors.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import { beginningWith } from './attempts-repository.ts';
import { deliveryId, type MadeDelivery, type PendingDelivery } from './domain/delivery.ts';
import type { Position } from './domain/recovery.ts';
import type { Latest, Redelivery } from './domain/redelivery.ts';
import { deliveryModel, type StoredDelivery, toStored } from './repository.ts';

/** Reads and stores the attempts of deliveries that are sent again. */
export interface RedeliveryRepository {
  /**
   * The newest attempt to deliver the event to the webhook; undefined if there is none. Errors: conflict after
   * MAX_ATTEMPTS attempts.
   */
  latest(eventId: string, webhookId: string, session: ClientSession): Promise<Latest | undefined>;
  /**
   * Reads at most `most` attempts that failed after `from` and until `until`, ordered by time. Returns those that are
   * not tests, and the position of the next read; undefined at the end. Successful attempts are not read.
   */
  scan(
    orgId: string,
    webhookId: string,
    from: Position,
    until: Date,
    most: number,
  ): Promise<{ failed: MadeAttempt[]; next: Position | undefined }>;
  /** The failed attempts that are the last of their event, and the planned attempts that follow other failed ones. */
  newest(failed: MadeAttempt[], session: ClientSession): Promise<Latest[]>;
  persist(redeliveries: Redelivery[], session: ClientSession): Promise<void>;
  /** Number of due deliveries of the webhook, at most `most`. */
  countDue(webhookId: string, now: Date, most: number): Promise<number>;
}

export type MadeAttempt = Exclude<Latest, { phase: 'pending' }> & Pick<MadeDelivery, 'deliveredAt'>;

/** With the default schedule, this many attempts take years. */
const MAX_ATTEMPTS = 1000;

/** The projection without the response, which may have 16 KiB. */
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

/** Makes the planned attempt due now, and stores the new time in the previous attempt. */
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

import { type ClientSession, type Model, Schema } from 'mongoose';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import type { MadeDelivery } from './domain/delivery.ts';
import { firstHour, hourOf, type ReadHealth, successRate, type Tally, tally } from './domain/health.ts';

/** Counts the attempts of each webhook, so that its health can be read without its history. */
export interface HealthRepository {
  /**
   * Counts attempts in the transaction that records them. `slot`: a slot that no other transaction of this process uses
   * at the same time.
   */
  count(session: ClientSession, made: MadeDelivery[], slot: number): Promise<void>;
  read: ReadHealth;
  /** Whether an attempt has succeeded in the hour of `since` or later. Counts of the last two days are available. */
  hasSucceeded(orgId: string, webhookId: string, since: Date): Promise<boolean>;
}

/** A slot of the counts of a webhook on one day. The counts are by hour since 1970. */
interface Day {
  /** `<orgId>:<webhookId>:<days since 1970>:<slot>` */
  _id: string;
  orgId: string;
  webhookId: string;
  /** The start of the day, UTC. */
  day: Date;
  attempts: Record<string, number>;
  failures?: Record<string, number>;
}

/** The last failure of a webhook, in one slot. */
interface LastFailure {
  /** `<orgId>:<webhookId>:<slot>` */
  _id: string;
  orgId: string;
  webhookId: string;
  at: Date;
}

const DAY_MS = 24 * 3600_000;
const dayOf = (hour: number): number => Math.floor(hour / 24);

/** Lifetime of counts in seconds, from the start of their day. Readers need the last 26 hours. */
const DAYS_KEPT = 3 * 24 * 3600;
/** Lifetime of last failures in seconds: as long as the history (decisions 5: Delivery). */
const FAILURES_KEPT = 30 * 24 * 3600;

const owner = {
  _id: String,
  orgId: String,
  webhookId: String,
};
const daySchema = new Schema<Day>(
  {
    ...owner,
    day: Date,
    attempts: Schema.Types.Mixed,
    failures: Schema.Types.Mixed,
  },
  { collection: 'delivery_days', versionKey: false },
)
  .index({ orgId: 1, webhookId: 1, day: 1 })
  .index({ day: 1 }, { expireAfterSeconds: DAYS_KEPT });
const failureSchema = new Schema<LastFailure>(
  { ...owner, at: Date },
  { collection: 'delivery_failures', versionKey: false },
)
  .index({ orgId: 1, webhookId: 1 })
  .index({ at: 1 }, { expireAfterSeconds: FAILURES_KEPT });

export function healthRepository({ connection }: Store): HealthRepository {
  const days: Model<Day> = modelOf<Day>(connection, 'DeliveryDay', daySchema);
  const failures: Model<LastFailure> = modelOf<LastFailure>(connection, 'DeliveryFailure', failureSchema);

  async function upsert(model: Model<never>, session: ClientSession, updates: object[]): Promise<void> {
    if (updates.length === 0) return;
    const upserts = updates.map((update) => ({ updateOne: { ...update, upsert: true } }));
    await model.collection.bulkWrite(upserts as never, { session, ordered: true }).catch(rethrowLostInsert);
  }

  return {
    async count(session, made, slot) {
      const tallies = tally(made);
      await upsert(
        days as never,
        session,
        tallies.map((one) => increment(one, slot)),
      );
      await upsert(
        failures as never,
        session,
        tallies.flatMap((one) => (one.lastFailureAt ? [lastFailure(one, slot)] : [])),
      );
    },
    async hasSucceeded(orgId, webhookId, since) {
      const hour = hourOf(since);
      const counted = await days.find({ orgId, webhookId, day: { $gte: beginOf(dayOf(hour)) } }).lean();
      const { attempts, failures: failed } = sumSince(counted, hour);
      return attempts > failed;
    },
    async read(orgId, webhookIds, now) {
      const [counted, failed] = await Promise.all([
        days.find({ orgId, webhookId: { $in: webhookIds }, day: { $gte: beginOf(dayOf(firstHour(now))) } }).lean(),
        failures.find({ orgId, webhookId: { $in: webhookIds } }).lean(),
      ]);
      const daysOf = Map.groupBy(counted, ({ webhookId }) => webhookId);
      const failuresOf = Map.groupBy(failed, ({ webhookId }) => webhookId);
      return webhookIds.map((id) => ({
        successRate24h: successRate(sumSince(daysOf.get(id) ?? [], firstHour(now))),
        lastFailureAt: latest((failuresOf.get(id) ?? []).map(({ at }) => at)),
      }));
    },
  };
}

const beginOf = (day: number): Date => new Date(day * DAY_MS);
const slotName = (slot: number): string => slot.toString(16);

function increment({ orgId, webhookId, hour, attempts, failures }: Tally, slot: number) {
  const day = dayOf(hour);
  return {
    filter: { _id: `${orgId}:${webhookId}:${day}:${slotName(slot)}` },
    update: {
      $setOnInsert: { orgId, webhookId, day: beginOf(day) },
      $inc: { [`attempts.${hour}`]: attempts, ...(failures > 0 && { [`failures.${hour}`]: failures }) },
    },
  };
}

function lastFailure({ orgId, webhookId, lastFailureAt }: Tally, slot: number) {
  return {
    filter: { _id: `${orgId}:${webhookId}:${slotName(slot)}` },
    update: { $setOnInsert: { orgId, webhookId }, $max: { at: lastFailureAt } },
  };
}

function sumSince(days: Day[], hour: number): Pick<Tally, 'attempts' | 'failures'> {
  const sum = (counts: (Record<string, number> | undefined)[]) =>
    counts
      .flatMap((byHour) => Object.entries(byHour ?? {}))
      .reduce((total, [name, count]) => (Number(name) < hour ? total : total + count), 0);
  return { attempts: sum(days.map((day) => day.attempts)), failures: sum(days.map((day) => day.failures)) };
}

const latest = (times: Date[]): Date | null =>
  times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime())));

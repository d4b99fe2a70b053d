import { type ClientSession, Schema } from 'mongoose';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { Streak } from './domain/failing.ts';

/** The streaks of failing webhooks. */
export interface StreakRepository {
  find(orgId: string, webhookId: string): Promise<Streak | undefined>;
  /** Whether the streak still exists. The activation of its webhook removes it. */
  goesOn(orgId: string, webhookId: string, streak: Streak, session: ClientSession): Promise<boolean>;
  /** Saves the streak that follows `before`, unless `before` was removed. If `before` is absent, saves a new streak. */
  save(orgId: string, webhookId: string, streak: Streak, before?: Streak): Promise<void>;
  remove(orgId: string, webhookId: string, session: ClientSession): Promise<void>;
}

interface StoredStreak extends Streak {
  /** `<orgId>:<webhookId>` */
  _id: string;
}

/** Lifetime in seconds. A streak without a checked failure for 26 hours has ended. */
const RETENTION_S = 2 * 24 * 3600;

const schema = new Schema<StoredStreak>(
  { _id: String, url: String, since: Date, seenAt: Date },
  { collection: 'failing_webhooks', versionKey: false },
).index({ seenAt: 1 }, { expireAfterSeconds: RETENTION_S });

export function streakRepository({ connection }: Store): StreakRepository {
  const model = modelOf<StoredStreak>(connection, 'FailingWebhook', schema);
  const idOf = (orgId: string, webhookId: string) => `${orgId}:${webhookId}`;
  return {
    async find(orgId, webhookId) {
      const found = await model.findById(idOf(orgId, webhookId)).lean();
      return found ? { url: found.url, since: found.since, seenAt: found.seenAt } : undefined;
    },
    async goesOn(orgId, webhookId, { since }, session) {
      return (await model.exists({ _id: idOf(orgId, webhookId), since }).session(session)) !== null;
    },
    async save(orgId, webhookId, streak, before) {
      const _id = idOf(orgId, webhookId);
      if (before) await model.updateOne({ _id, since: before.since }, { $set: streak });
      else await model.updateOne({ _id }, { $set: streak }, { upsert: true });
    },
    async remove(orgId, webhookId, session) {
      await model.deleteOne({ _id: idOf(orgId, webhookId) }, { session });
    },
  };
}

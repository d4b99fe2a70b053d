import { type ClientSession, Schema } from 'mongoose';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import { begun, joined, type Position, type Span, type UnderWay } from './domain/recovery.ts';

/** A webhook that what failed is being sent to again; one a webhook. */
export interface Recovery extends UnderWay {
  webhookId: string;
  orgId: string;
  /** Rises with every change. */
  step: number;
}

export interface RecoveryRepository {
  /** Begins one, or lets one that is under way go further; returns what is recovered in all. */
  begin(webhook: { id: string; orgId: string }, span: Span, session: ClientSession): Promise<Span>;
  /** Claims a recovery that is due at `now`. It is due for other processes at `until`. */
  claim(now: Date, until: Date): Promise<Recovery | undefined>;
  /** Goes on at `position` at `dueAt`, unless it was told to go elsewhere meanwhile. */
  proceed(recovery: Recovery, position: Position, dueAt: Date, session?: ClientSession): Promise<void>;
  /** Looks at `dueAt` whether its webhook, inactive as of `now`, is active again; unless it was told to go elsewhere meanwhile. */
  pause(recovery: Recovery, now: Date, dueAt: Date): Promise<void>;
  /** It is done, unless it has been told to go further meanwhile. */
  end(recovery: Recovery, session?: ClientSession): Promise<void>;
}

type StoredRecovery = Omit<Recovery, 'webhookId'> & { _id: string; dueAt: Date };

const schema = new Schema<StoredRecovery>(
  {
    /** The webhook. */
    _id: String,
    orgId: String,
    since: Date,
    until: Date,
    // Mixed: mongoose would store an absent array as an empty one, and an empty list of types sends nothing.
    types: Schema.Types.Mixed,
    position: new Schema<Position>({ deliveredAt: Date, id: String }, { _id: false, id: false }),
    step: Number,
    pausedAt: Date,
    dueAt: Date,
  },
  { collection: 'recoveries', versionKey: false, id: false },
).index({ dueAt: 1 });

/** `timeoutMs`: how long an attempt may take. */
export function recoveryRepository({ connection }: Store, timeoutMs: number): RecoveryRepository {
  const model = modelOf<StoredRecovery>(connection, 'Recovery', schema);
  return {
    async begin({ id, orgId }, asked, session) {
      const underWay = await model.findOne({ _id: id, orgId }, null, { session }).lean();
      const { types, ...recovery } = underWay ? joined(underWay, asked, timeoutMs) : begun(asked);
      const $set = { ...recovery, dueAt: asked.until, ...(types && { types }) };
      const $unset = { pausedAt: 1 as const, ...(!types && { types: 1 as const }) };
      const update = { $set, $unset, $inc: { step: 1 }, $setOnInsert: { orgId } };
      await model.updateOne({ _id: id }, update, { session, upsert: true }).catch(rethrowLostInsert);
      return { since: recovery.since, until: recovery.until, types };
    },
    async claim(now, until) {
      const options = { sort: { dueAt: 1 } } as const;
      const claimed = await model
        .findOneAndUpdate({ dueAt: { $lte: now } }, { $set: { dueAt: until } }, options)
        .lean();
      if (!claimed) return undefined;
      const { _id: webhookId, dueAt: _, ...recovery } = claimed;
      return { ...recovery, webhookId };
    },
    async proceed({ webhookId, step, until }, position, dueAt, session) {
      const update = { $set: { position, until, dueAt }, $unset: { pausedAt: 1 as const }, $inc: { step: 1 } };
      await model.updateOne({ _id: webhookId, step }, update, session ? { session } : {});
    },
    async pause({ webhookId, step, pausedAt }, now, dueAt) {
      const update = { $set: { pausedAt: pausedAt ?? now, dueAt }, $inc: { step: 1 } };
      await model.updateOne({ _id: webhookId, step }, update);
    },
    async end({ webhookId, step }, session) {
      await model.deleteOne({ _id: webhookId, step }, session ? { session } : {});
    },
  };
}

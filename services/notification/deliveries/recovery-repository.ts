import { type ClientSession, Schema } from 'mongoose';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import { begun, joined, type Position, type Span, type UnderWay } from './domain/recovery.ts';

/** A running recovery of a webhook. A webhook has at most one. */
export interface Recovery extends UnderWay {
  webhookId: string;
  orgId: string;
  /** Increases with every change. */
  step: number;
}

export interface RecoveryRepository {
  /** Starts a recovery, or extends a running one. Returns the time span of the whole recovery. */
  begin(webhook: { id: string; orgId: string }, span: Span, session: ClientSession): Promise<Span>;
  /**
   * Claims a recovery that is due at `now`. Other processes can claim it again from `until` on. Undefined if none is
   * due.
   */
  claim(now: Date, until: Date): Promise<Recovery | undefined>;
  /**
   * Stores the position and the time of the next step. It has no effect if the recovery was extended since it was
   * claimed.
   */
  proceed(recovery: Recovery, position: Position, dueAt: Date, session?: ClientSession): Promise<void>;
  /**
   * Stores that the webhook was inactive at `now`, and the time of the next poll. It has no effect if the recovery was
   * extended since it was claimed.
   */
  pause(recovery: Recovery, now: Date, dueAt: Date): Promise<void>;
  /** Removes a finished recovery. It has no effect if the recovery was extended since it was claimed. */
  end(recovery: Recovery, session?: ClientSession): Promise<void>;
}

type StoredRecovery = Omit<Recovery, 'webhookId'> & { _id: string; dueAt: Date };

const schema = new Schema<StoredRecovery>(
  {
    /** The id of the webhook. */
    _id: String,
    orgId: String,
    since: Date,
    until: Date,
    // Mixed, because mongoose would store an absent array as an empty one, and an empty list of types would send
    // nothing.
    types: Schema.Types.Mixed,
    position: new Schema<Position>({ deliveredAt: Date, id: String }, { _id: false, id: false }),
    step: Number,
    pausedAt: Date,
    dueAt: Date,
  },
  { collection: 'recoveries', versionKey: false, id: false },
).index({ dueAt: 1 });

/** `timeoutMs`: the maximum duration of an attempt. */
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

import { type ClientSession, Schema } from 'mongoose';
import { insertMany, modelOf } from '#chassis/mongo/model.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { type FanOut, stepLength } from './domain/fan-out.ts';

/** Fan-outs of one org that this process has claimed until `until`. */
export interface Claim {
  orgId: string;
  until: Date;
  fanOuts: FanOut[];
}

export interface FanOutRepository {
  add(fanOuts: FanOut[], session: ClientSession): Promise<void>;
  /**
   * Claims the oldest fan-outs of the next org after `after`, enough for `most` deliveries. Undefined if none is due at
   * `now`. The claim is empty if another process was faster.
   */
  claim(now: Date, until: Date, after: string, most: number): Promise<Claim | undefined>;
  /**
   * Stores for each event of the claim the webhooks that are left, and removes the fan-outs without any. Errors: throws
   * if the claim was lost to another process.
   */
  shorten(claim: Claim, left: ReadonlyMap<string, string[]>, now: Date, session: ClientSession): Promise<void>;
  /** Number of fan-outs, at most `most`. */
  count(most: number): Promise<number>;
  /** The time since which the oldest fan-out waits; undefined if there is none. */
  oldest(): Promise<Date | undefined>;
}

interface StoredFanOut extends Omit<FanOut, 'eventId'> {
  /** The id of the event. */
  _id: string;
  /** Number of webhooks. */
  count: number;
  /**
   * The time from which the fan-out can be claimed. A claim moves it to the end of the claim, so that another process
   * can continue if the first dies.
   */
  dueAt: Date;
  takenBy?: string;
}

/** Maximum number of events of a step. */
const MAX_EVENTS = 100;

const schema = new Schema<StoredFanOut>(
  {
    _id: String,
    orgId: String,
    type: { type: String },
    size: Number,
    webhookIds: [String],
    count: Number,
    createdAt: Date,
    dueAt: Date,
    takenBy: String,
  },
  { collection: 'fan_outs', versionKey: false, id: false },
)
  // Finds the next org, and the oldest fan-out of each org.
  .index({ orgId: 1, dueAt: 1 })
  .index({ createdAt: 1 });

export function fanOutRepository({ connection }: Pick<Store, 'connection'>): FanOutRepository {
  const model = modelOf<StoredFanOut>(connection, 'FanOut', schema);
  const takenBy = newId();

  async function nextOrg(now: Date, after: string): Promise<string | undefined> {
    const first = await model
      .findOne({ orgId: { $gt: after }, dueAt: { $lte: now } }, { orgId: 1 })
      .sort({ orgId: 1, dueAt: 1 })
      .lean();
    return first?.orgId;
  }

  return {
    async add(fanOuts, session) {
      const documents = fanOuts.map(({ eventId, ...fanOut }) => ({
        ...{ _id: eventId, ...fanOut },
        ...{ count: fanOut.webhookIds.length, dueAt: fanOut.createdAt },
      }));
      await insertMany(model, documents, session);
    },
    async claim(now, until, after, most) {
      const orgId = (await nextOrg(now, after)) ?? (after === '' ? undefined : await nextOrg(now, ''));
      if (orgId === undefined) return undefined;
      const due = { orgId, dueAt: { $lte: now } };
      const found = await model.find(due, { count: 1 }).sort({ dueAt: 1 }).limit(MAX_EVENTS).lean();
      const counts = found.map(({ count }) => count);
      const ids = found.slice(0, stepLength(counts, most)).map(({ _id }) => _id);
      await model.updateMany({ ...due, _id: { $in: ids } }, { $set: { dueAt: until, takenBy } });
      // Read after the claim, because another process may have shortened a fan-out since the first read.
      const taken = await model
        .find({ _id: { $in: ids }, dueAt: until, takenBy })
        .sort({ createdAt: 1 })
        .lean();
      return { orgId, until, fanOuts: taken.map(toDomain) };
    },
    async shorten({ until, fanOuts }, left, now, session) {
      const ours = { dueAt: until, takenBy };
      const isDone = ({ eventId }: FanOut) => (left.get(eventId) ?? []).length === 0;
      const done = fanOuts.filter(isDone).map(({ eventId }) => eventId);
      const { deletedCount } = await model.deleteMany({ ...ours, _id: { $in: done } }, { session });
      let changed = deletedCount;
      for (const { eventId } of fanOuts.filter((one) => !isDone(one))) {
        const webhookIds = left.get(eventId) ?? [];
        const $set = { webhookIds, count: webhookIds.length, dueAt: now };
        const update = { $set, $unset: { takenBy: 1 as const } };
        changed += (await model.updateOne({ ...ours, _id: eventId }, update, { session })).matchedCount;
      }
      if (changed < fanOuts.length) throw new Error('What was claimed is worked at by another process');
    },
    count: (most) => model.countDocuments({}, { limit: most }).exec(),
    async oldest() {
      return (await model.findOne({}, { createdAt: 1 }).sort({ createdAt: 1 }).lean())?.createdAt;
    },
  };
}

function toDomain({ _id, orgId, type, size, webhookIds, createdAt }: StoredFanOut): FanOut {
  return { eventId: _id, orgId, type, size, webhookIds, createdAt };
}

import { Schema } from 'mongoose';
import { modelOf } from '../mongo/model.ts';
import { newId, type Store } from '../mongo/mongo.ts';
import { isDuplicateKey } from '../mongo/transaction.ts';
import type { Logger } from '../runtime/logger.ts';
import type { StreamState } from './bus-session.ts';
import type { EventBus } from './event-bus.ts';
import type { Outbox } from './outbox.ts';
import { EVENTS, KEPT_DAYS } from './streams.ts';

const HOUR = 3600_000;
const CHECK_EVERY = 2000;
const BATCH = 1000;
/** Milliseconds by which the clocks of the bus, the database and this process may differ. */
const CLOCK_SKEW = 30_000;

/** A range of `publishedAt`, in epoch milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The ranges of published messages that a stream has lost. `before`: its last known state; undefined: unknown. The
 * stream has lost its beginning if its first message is younger than the first published one: it was purged, or deleted
 * and created again. It has lost its end if it is shorter than before: it was restored from a backup. If a restored
 * stream has grown again, nobody knows where its backup ended, so the range is everything. A range that is too wide is
 * harmless, because consumers recognise messages that they have handled.
 */
export function lostSpans(state: StreamState, before: StreamState | undefined, now: number): Span[] {
  // Messages that are nearly 7 days old will expire in any case.
  const from = now - KEPT_DAYS * 24 * HOUR + HOUR;
  if (before && isContinued(state, before, from)) return [];
  // Other processes mark rows during this check, and their clocks may be ahead.
  const end = now + CLOCK_SKEW;
  const front = state.messages > 0 ? state.firstTime + CLOCK_SKEW : end;
  const spans: Span[] = [{ from, to: front }];
  if (before && state.lastSequence < before.lastSequence) {
    const copyEnd = state.lastTime < before.lastTime ? state.lastTime - CLOCK_SKEW : from;
    spans.push({ from: Math.max(from, copyEnd), to: end });
  }
  return spans.filter((span) => span.from < span.to);
}

const isUnchanged = (before: StreamState, state: StreamState) =>
  Object.entries(state).every(([field, value]) => before[field as keyof StreamState] === value);

/** True if the stream has the same beginning as before, and is at least as long as before. */
function isContinued(state: StreamState, before: StreamState, expiry: number): boolean {
  if (state.created !== before.created || state.lastSequence < before.lastSequence) return false;
  const expectedFirst = before.messages > 0 ? before.firstSequence : before.lastSequence + 1;
  return state.firstSequence <= expectedFirst || (state.messages > 0 && state.firstTime < expiry);
}

/**
 * A loss of a stream that is being filled again. It is stored until all its rows are marked, so that any replica can
 * continue.
 */
interface Loss {
  id: string;
  /** The state of the stream when the loss was found. */
  state: StreamState;
  spans: Span[];
  /** Epoch milliseconds. Rows of the outbox that were written later are not lost. */
  until: number;
}

interface StoredState extends StreamState {
  _id: string;
  loss?: Loss;
}

const schema = new Schema<StoredState>(
  {
    _id: String,
    created: Number,
    messages: Number,
    firstSequence: Number,
    lastSequence: Number,
    firstTime: Number,
    lastTime: Number,
    loss: Object,
  },
  { collection: 'streams', versionKey: false },
);

interface StreamRecoveryOptions {
  store: Pick<Store, 'connection'>;
  outbox: Outbox;
  bus: Pick<EventBus, 'streamState'>;
  logger: Logger;
  /** Rows of a batch. Default: 1000. */
  batch?: number;
}

/** Called after each batch. If it returns false, the recovery stops; the next call of the recovery continues. */
type AfterBatch = () => Promise<boolean>;

/**
 * Returns a function that checks, at most every 2 s, whether the stream has lost events, and marks lost events as not
 * published. The last state of the stream and an unfinished loss are stored in the database, because the process that
 * has found them may end.
 */
export function createStreamRecovery(options: StreamRecoveryOptions): (afterBatch: AfterBatch) => Promise<void> {
  const { store, outbox, bus, logger, batch = BATCH } = options;
  const states = modelOf(store.connection, 'StreamState', schema);
  let checked = 0;
  let isFilling = false;

  /** Returns the loss to repair: found by this process, or by a faster one. Undefined: nothing is lost. */
  async function findLoss(before: StoredState | undefined): Promise<Loss | undefined> {
    const state = await bus.streamState();
    const now = Date.now();
    const spans = lostSpans(state, before, now);
    if (before && spans.length === 0) {
      if (isUnchanged(before, state)) return undefined;
      await states.updateOne({ _id: EVENTS, loss: { $exists: false } }, { $set: { ...state } });
      return undefined;
    }
    const loss: Loss = { id: newId(), state, spans, until: now + CLOCK_SKEW };
    // Two replicas may compare with the same state. The first stores its loss; the upsert of the second fails with a
    // duplicate key.
    const same = { created: { $exists: false }, ...before, _id: EVENTS, loss: { $exists: false } };
    await states.updateOne(same, { $set: { loss } }, { upsert: true }).catch((error) => {
      if (!isDuplicateKey(error)) throw error;
    });
    return (await states.findById(EVENTS).lean())?.loss;
  }

  /**
   * Marks lost rows in batches, because one update of all rows could take longer than a connection may be silent.
   * Returns false if `afterBatch` has stopped it.
   */
  async function markLost({ id, spans, until }: Loss, afterBatch: AfterBatch): Promise<boolean> {
    // A published row that is not marked yet may be lost, too; its late mark has no effect. These rows come first, so
    // that none of them is published meanwhile with an id that the stream may know.
    const unmarked = { publishedAt: null, createdAt: { $lt: new Date(until) } };
    const marked = spans.map(({ from, to }) => ({ publishedAt: { $gte: new Date(from), $lt: new Date(to) } }));
    let events = 0;
    for (const lost of [unmarked, ...marked]) {
      for await (const ids of idsOf(outbox, lost, batch)) {
        // Each row counts a loss once, even if two processes mark it, or one starts again.
        const uncounted = { _id: { $in: ids }, lostIn: { $ne: id } };
        const counted = { $set: { publishedAt: null, lostIn: id }, $inc: { refills: 1 } };
        const { modifiedCount } = await outbox.updateMany(uncounted, counted);
        if (events === 0 && modifiedCount > 0) logger.warn({ spans }, 'Stream is being filled again');
        events += modifiedCount;
        if (!(await afterBatch())) return false;
      }
    }
    if (events > 0) logger.warn({ events }, 'All that fills the stream again is marked');
    return true;
  }

  return async function refill(afterBatch) {
    if (!isFilling && Date.now() - checked < CHECK_EVERY) return;
    checked = Date.now();
    const before = (await states.findById(EVENTS).lean()) ?? undefined;
    const loss = before?.loss ?? (await findLoss(before));
    isFilling = loss !== undefined;
    if (!loss || !(await markLost(loss, afterBatch))) return;
    await states.updateOne({ _id: EVENTS, 'loss.id': loss.id }, { $set: { ...loss.state }, $unset: { loss: 1 } });
    isFilling = false;
  };
}

/** Yields the ids of all rows that match `filter`, in batches. */
async function* idsOf(outbox: Outbox, filter: object, batch: number): AsyncGenerator<string[]> {
  let ids: string[] = [];
  for await (const { _id } of outbox.collection.find(filter, { projection: { _id: 1 }, batchSize: batch })) {
    if (ids.push(String(_id)) < batch) continue;
    yield ids;
    ids = [];
  }
  if (ids.length > 0) yield ids;
}

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
const LOOK_EVERY = 2000;
const BATCH = 1000;
/** Milliseconds by which the clocks of the bus, the database and this process may differ. */
const CLOCK_SKEW = 30_000;

/** A time span of `publishedAt`, in epoch milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The spans of published messages that a stream has lost, if it looked like `before` (undefined: unknown). It has lost
 * its front if its first message is younger than the first published one: the stream was purged, or deleted and made
 * anew. It has lost its tail if it is shorter than it was: it was restored from a copy. Too wide a span is harmless,
 * since consumers know which messages they have seen. Once a shortened stream has grown again, nobody can tell where
 * its copy ended, so the span is all.
 */
export function lostSpans(state: StreamState, before: StreamState | undefined, now: number): Span[] {
  // Messages near the end of their days leave by themselves.
  const from = now - KEPT_DAYS * 24 * HOUR + HOUR;
  if (before && isContinued(state, before, from)) return [];
  // Others go on marking while the stream is looked at, by clocks that may be ahead of this one.
  const end = now + CLOCK_SKEW;
  const front = state.messages > 0 ? state.firstTime + CLOCK_SKEW : end;
  const spans: Span[] = [{ from, to: front }];
  if (before && state.lastSequence < before.lastSequence) {
    const copyEnd = state.lastTime < before.lastTime ? state.lastTime - CLOCK_SKEW : from;
    spans.push({ from: Math.max(from, copyEnd), to: end });
  }
  return spans.filter((span) => span.from < span.to);
}

/** Whether the stream begins where it began and reaches as far as it did, or further. */
function isContinued(state: StreamState, before: StreamState, expiry: number): boolean {
  if (state.created !== before.created || state.lastSequence < before.lastSequence) return false;
  const expectedFirst = before.messages > 0 ? before.firstSequence : before.lastSequence + 1;
  return state.firstSequence <= expectedFirst || (state.messages > 0 && state.firstTime < expiry);
}

/** A loss of a stream that is being refilled. It is kept until all of it is marked, whichever replica goes on. */
interface Loss {
  id: string;
  /** State of the stream at that time. */
  state: StreamState;
  spans: Span[];
  /** Epoch milliseconds: what was written later was never in what is lost. */
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
  /** Default: 1000. */
  batch?: number;
}

/** Called after each batch; false ends the work, and another call of the recovery goes on with it. */
type Meanwhile = () => Promise<boolean>;

/**
 * Looks, every 2 s at most, whether the stream has lost events, and marks lost events as not yet published. The last
 * state of the stream and an unfinished loss are stored in the database: the process that saw them may be gone.
 */
export function createStreamRecovery(options: StreamRecoveryOptions): (meanwhile: Meanwhile) => Promise<void> {
  const { store, outbox, bus, logger, batch = BATCH } = options;
  const states = modelOf(store.connection, 'StreamState', schema);
  let looked = 0;

  /** The loss that is to be made good: this process's finding, or that of one that was faster. */
  async function look(before: StoredState | undefined): Promise<Loss | undefined> {
    const state = await bus.streamState();
    const now = Date.now();
    const spans = lostSpans(state, before, now);
    if (before && spans.length === 0) {
      await states.updateOne({ _id: EVENTS, loss: { $exists: false } }, { $set: { ...state } });
      return undefined;
    }
    const loss: Loss = { id: newId(), state, spans, until: now + CLOCK_SKEW };
    // Two replicas may compare with the same state. The first stores the loss; the upsert of the second collides with it.
    const same = { created: { $exists: false }, ...before, _id: EVENTS, loss: { $exists: false } };
    await states.updateOne(same, { $set: { loss } }, { upsert: true }).catch((error) => {
      if (!isDuplicateKey(error)) throw error;
    });
    return (await states.findById(EVENTS).lean())?.loss;
  }

  /** Marks in batches: one update of all rows would take longer than a connection may be silent. */
  async function markLost({ id, spans, until }: Loss, meanwhile: Meanwhile): Promise<boolean> {
    // A published message that is not yet marked may be lost, too: its mark changes nothing. These rows come first, so
    // that nothing is published in between under an id that the stream may know.
    const unmarked = { publishedAt: null, createdAt: { $lt: new Date(until) } };
    const marked = spans.map(({ from, to }) => ({ publishedAt: { $gte: new Date(from), $lt: new Date(to) } }));
    let events = 0;
    for (const lost of [unmarked, ...marked]) {
      for await (const ids of idsOf(outbox, lost, batch)) {
        // Each row counts a loss once, also when two processes are at it or one begins again.
        const uncounted = { _id: { $in: ids }, lostIn: { $ne: id } };
        const counted = { $set: { publishedAt: null, lostIn: id }, $inc: { refills: 1 } };
        const { modifiedCount } = await outbox.updateMany(uncounted, counted);
        if (events === 0 && modifiedCount > 0) logger.warn({ spans }, 'Stream is being filled again');
        events += modifiedCount;
        if (!(await meanwhile())) return false;
      }
    }
    if (events > 0) logger.warn({ events }, 'All that fills the stream again is marked');
    return true;
  }

  return async function refill(meanwhile) {
    const before = (await states.findById(EVENTS).lean()) ?? undefined;
    if (!before?.loss && Date.now() - looked < LOOK_EVERY) return;
    looked = Date.now();
    const loss = before?.loss ?? (await look(before));
    if (!loss || !(await markLost(loss, meanwhile))) return;
    await states.updateOne({ _id: EVENTS, 'loss.id': loss.id }, { $set: { ...loss.state }, $unset: { loss: 1 } });
  };
}

/** The ids of all rows that `filter` finds, some at a time. */
async function* idsOf(outbox: Outbox, filter: object, batch: number): AsyncGenerator<string[]> {
  let ids: string[] = [];
  for await (const { _id } of outbox.collection.find(filter, { projection: { _id: 1 }, batchSize: batch })) {
    if (ids.push(String(_id)) < batch) continue;
    yield ids;
    ids = [];
  }
  if (ids.length > 0) yield ids;
}

import { Schema } from 'mongoose';
import { modelOf } from '../mongo/model.ts';
import type { Store } from '../mongo/mongo.ts';
import type { Logger } from '../runtime/logger.ts';
import type { StreamState } from './bus-session.ts';
import type { EventBus } from './event-bus.ts';
import type { Outbox } from './outbox.ts';
import { EVENTS, KEPT_DAYS } from './streams.ts';

const HOUR = 3600_000;
const LOOK_EVERY = 2000;
/** Milliseconds by which the clocks of the bus, the database and this process may differ. */
const CLOCK_SKEW = 30_000;

/** A time span of `publishedAt`, in epoch milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/**
 * What a stream that looked like `before` (undefined: nobody knows) has lost of what was published: its front when its
 * first message is younger than what was published (it was purged, or deleted and made anew), its tail when it is
 * shorter than it was (it was restored from a copy). Too much is harmless, since consumers know what they have seen: once
 * a shortened stream has grown again, nobody can tell where its copy ended, and all may be lost.
 */
export function lostSpans(state: StreamState, before: StreamState | undefined, now: number): Span[] {
  // Messages near the end of their days leave by themselves.
  const from = now - KEPT_DAYS * 24 * HOUR + HOUR;
  if (before && isContinued(state, before, from)) return [];
  const front = state.messages > 0 ? state.firstTime + CLOCK_SKEW : now;
  const spans: Span[] = [{ from, to: front }];
  if (before && state.lastSequence < before.lastSequence) {
    const copyEnd = state.lastTime < before.lastTime ? state.lastTime - CLOCK_SKEW : from;
    spans.push({ from: Math.max(from, copyEnd), to: now });
  }
  return spans.filter((span) => span.from < span.to);
}

/** Whether the stream begins where it began and reaches as far as it did, or further. */
function isContinued(state: StreamState, before: StreamState, expiry: number): boolean {
  if (state.created !== before.created || state.lastSequence < before.lastSequence) return false;
  const expectedFirst = before.messages > 0 ? before.firstSequence : before.lastSequence + 1;
  return state.firstSequence <= expectedFirst || (state.messages > 0 && state.firstTime < expiry);
}

interface StoredState extends StreamState {
  _id: string;
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
  },
  { collection: 'streams', versionKey: false },
);

interface StreamRecoveryOptions {
  store: Pick<Store, 'connection'>;
  outbox: Outbox;
  bus: Pick<EventBus, 'streamState'>;
  logger: Logger;
}

/**
 * Looks, every 2 s at most, whether the stream has lost events, and marks those as not yet published. How the stream
 * looked before is kept in the database: the process that saw it may be gone when it is found shortened.
 */
export function createStreamRecovery({ store, outbox, bus, logger }: StreamRecoveryOptions): () => Promise<void> {
  const states = modelOf(store.connection, 'StreamState', schema);
  let looked = 0;

  return async function refill(): Promise<void> {
    const now = Date.now();
    if (now - looked < LOOK_EVERY) return;
    looked = now;
    const before = await states.findById(EVENTS).lean();
    const state = await bus.streamState();
    const spans = lostSpans(state, before ?? undefined, now);
    // What was published and is not yet marked may be lost too: a mark for the message that it was comes to nothing.
    if (spans.length > 0) await outbox.updateMany({ publishedAt: null }, { $inc: { refills: 1 } });
    for (const { from, to } of spans) {
      const lost = { publishedAt: { $gte: new Date(from), $lt: new Date(to) } };
      const { modifiedCount } = await outbox.updateMany(lost, { $set: { publishedAt: null }, $inc: { refills: 1 } });
      if (modifiedCount > 0) logger.warn({ events: modifiedCount }, 'Stream is filled again');
    }
    await states.updateOne({ _id: EVENTS }, { $set: { ...state } }, { upsert: true });
  };
}

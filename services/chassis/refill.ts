import type { Bus, StreamState } from './bus.ts';
import type { Logger } from './logger.ts';
import { KEPT_DAYS, type Outbox } from './outbox.ts';

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
 * shorter than it was (it was restored from a copy). Too much is harmless, since consumers know what they have seen.
 */
export function lostSpans(state: StreamState, before: StreamState | undefined, now: number): Span[] {
  // Messages near the end of their days leave by themselves.
  const from = now - KEPT_DAYS * 24 * HOUR + HOUR;
  if (before && isContinued(state, before, from)) return [];
  const front = state.messages > 0 ? state.firstTime + CLOCK_SKEW : now;
  const spans: Span[] = [{ from, to: front }];
  if (before && state.lastSequence < before.lastSequence) {
    spans.push({ from: Math.max(from, state.lastTime - CLOCK_SKEW), to: now });
  }
  return spans.filter((span) => span.from < span.to);
}

/** Whether the stream begins where it began and reaches as far as it did, or further. */
function isContinued(state: StreamState, before: StreamState, expiry: number): boolean {
  if (state.created !== before.created || state.lastSequence < before.lastSequence) return false;
  const expectedFirst = before.messages > 0 ? before.firstSequence : before.lastSequence + 1;
  return state.firstSequence <= expectedFirst || (state.messages > 0 && state.firstTime < expiry);
}

/** Looks, every 2 s at most, whether the stream has lost events, and marks those as not yet published. */
export function createRefill({ outbox, bus, logger }: { outbox: Outbox; bus: Bus; logger: Logger }) {
  let looked = 0;
  let before: StreamState | undefined;

  return async function refill(): Promise<void> {
    const now = Date.now();
    if (now - looked < LOOK_EVERY) return;
    looked = now;
    const state = await bus.streamState();
    for (const { from, to } of lostSpans(state, before, now)) {
      const lost = { publishedAt: { $gte: new Date(from), $lt: new Date(to) } };
      const { modifiedCount } = await outbox.updateMany(lost, { $set: { publishedAt: null }, $inc: { refills: 1 } });
      if (modifiedCount > 0) logger.warn({ events: modifiedCount }, 'Stream is filled again');
    }
    before = state;
  };
}

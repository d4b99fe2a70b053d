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
 * What a stream has lost of what was published: its front when its first message is younger than what was published
 * (it was deleted, purged or made anew), its tail when it is shorter than it was (it was restored from a copy).
 * Too much is harmless, since consumers know what they have seen.
 */
export function lostSpans(state: StreamState, lastSequence: number, now: number): Span[] {
  // Messages near the end of their days are leaving by themselves.
  const from = now - KEPT_DAYS * 24 * HOUR + HOUR;
  const front = state.messages > 0 ? state.firstTime + CLOCK_SKEW : now;
  const spans: Span[] = [{ from, to: front }];
  if (state.lastSequence < lastSequence) spans.push({ from: state.lastTime - CLOCK_SKEW, to: now });
  return spans.filter((span) => span.from < span.to);
}

/** Looks, every 2 s at most, whether the stream has lost events, and marks those as not yet published. */
export function createRefill({ outbox, bus, logger }: { outbox: Outbox; bus: Bus; logger: Logger }) {
  let looked = 0;
  let lastSequence = 0;
  let firstTime = -1;

  return async function refill(): Promise<void> {
    const now = Date.now();
    if (now - looked < LOOK_EVERY) return;
    looked = now;
    const state = await bus.streamState();
    const whole = state.lastSequence >= lastSequence && state.firstTime === firstTime && state.messages > 0;
    if (!whole) {
      for (const span of lostSpans(state, lastSequence, now)) {
        const lost = { publishedAt: { $gte: new Date(span.from), $lt: new Date(span.to) } };
        const { modifiedCount } = await outbox.updateMany(lost, { $set: { publishedAt: null } });
        if (modifiedCount > 0) logger.warn({ events: modifiedCount }, 'Stream is filled again');
      }
    }
    ({ lastSequence, firstTime } = state);
  };
}

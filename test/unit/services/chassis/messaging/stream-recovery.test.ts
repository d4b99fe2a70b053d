import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { StreamState } from '#chassis/messaging/bus-session.ts';
import { lostSpans } from '#chassis/messaging/stream-recovery.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const now = Date.parse('2026-03-10T12:00:00Z');
const YEAR_ONE = Date.parse('0001-01-01T00:00:00Z');

const state = (fields: Partial<StreamState> = {}): StreamState => ({
  created: now - 30 * DAY,
  messages: 100,
  firstSequence: 1,
  lastSequence: 100,
  firstTime: now - DAY,
  lastTime: now - 1000,
  ...fields,
});
const empty = (lastSequence: number): Partial<StreamState> => ({
  messages: 0,
  firstSequence: lastSequence + 1,
  lastSequence,
  firstTime: YEAR_ONE,
  lastTime: YEAR_ONE,
});
const holds = (spans: { from: number; to: number }[], time: number) =>
  spans.some(({ from, to }) => from <= time && time < to);

test('a stream that goes on as it was has lost nothing', () => {
  expect(lostSpans(state({ messages: 101, lastSequence: 101 }), state(), now)).toEqual([]);
});

test('an empty stream that gets its first messages has lost nothing', () => {
  const fresh = state({ ...empty(0), firstSequence: 0 });
  expect(lostSpans(state({ messages: 5, lastSequence: 5, firstTime: now - 10 }), fresh, now)).toEqual([]);
});

test('a stream whose oldest messages expire has lost nothing', () => {
  const aged = { firstTime: now - 7 * DAY };
  expect(lostSpans(state({ ...aged, messages: 60, firstSequence: 41 }), state(aged), now)).toEqual([]);
});

test('a stream that nobody knows has lost what was published before its first message', () => {
  const spans = lostSpans(state(), undefined, now);
  expect(holds(spans, now - 2 * DAY)).toBe(true);
  expect(holds(spans, now - DAY / 2)).toBe(false);
});

test('a stream that was purged has lost everything of its days', () => {
  const spans = lostSpans(state(empty(100)), state(), now);
  expect(holds(spans, now - 1)).toBe(true);
  expect(holds(spans, now - 6 * DAY)).toBe(true);
});

test('what others have marked since, by clocks ahead of this one, is lost with the rest', () => {
  expect(holds(lostSpans(state(empty(100)), state(), now), now + 29_000)).toBe(true);
  const copy = state({ lastSequence: 40, messages: 40, lastTime: now - HOUR });
  expect(holds(lostSpans(copy, state(), now), now + 29_000)).toBe(true);
});

test('a stream that was made anew has lost what was published before, however long it is by now', () => {
  const anew = state({ created: now - 60_000, firstTime: now - 60_000, lastSequence: 500, messages: 500 });
  const spans = lostSpans(anew, state(), now);
  expect(holds(spans, now - 61_000)).toBe(true);
  expect(holds(spans, now - 10_000)).toBe(false);
});

test('a stream that was restored from a copy has lost what was published since', () => {
  const copy = state({ lastSequence: 40, messages: 40, lastTime: now - HOUR });
  const spans = lostSpans(copy, state(), now);
  expect(holds(spans, now - HOUR / 2)).toBe(true);
  expect(holds(spans, now - 2 * HOUR)).toBe(false);
});

test('a stream that was restored and has grown again may have lost all of its days', () => {
  const grown = state({ lastSequence: 50, messages: 50, lastTime: now });
  const spans = lostSpans(grown, state(), now);
  expect(holds(spans, now - HOUR)).toBe(true);
  expect(holds(spans, now - 6 * DAY)).toBe(true);
});

test('nothing older than the stream keeps is ever lost', () => {
  const moment = fc.integer({ min: 0, max: 9 * DAY }).map((age) => now - age);
  const some = fc.record({
    created: moment,
    messages: fc.nat(50),
    firstSequence: fc.nat(50),
    lastSequence: fc.nat(100),
    firstTime: moment,
    lastTime: moment,
  });
  fc.assert(
    fc.property(some, fc.option(some, { nil: undefined }), (after, before) => {
      for (const { from, to } of lostSpans(after, before, now)) {
        expect(from).toBeLessThan(to);
        expect(from).toBeGreaterThanOrEqual(now - 7 * DAY);
      }
    }),
  );
});

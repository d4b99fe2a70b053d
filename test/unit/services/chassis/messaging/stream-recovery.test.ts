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

test.each<[stream: string, after: Partial<StreamState>, before: Partial<StreamState>]>([
  ['that goes on as it was', { messages: 101, lastSequence: 101 }, {}],
  [
    'that was empty and gets its first messages',
    { messages: 5, lastSequence: 5, firstTime: now - 10 },
    { ...empty(0), firstSequence: 0 },
  ],
  [
    'whose oldest messages expire',
    { firstTime: now - 7 * DAY, messages: 60, firstSequence: 41 },
    { firstTime: now - 7 * DAY },
  ],
])('a stream %s has lost nothing', (_, after, before) => {
  expect(lostSpans(state(after), state(before), now)).toEqual([]);
});

const copy = { lastSequence: 40, messages: 40, lastTime: now - HOUR };
const anew = { created: now - 60_000, firstTime: now - 60_000, lastSequence: 500, messages: 500 };

/** Other processes have marked messages by clocks that are up to 30 s ahead of this one. */
const AHEAD = 29_000;

test.each<[string, StreamState | undefined, Partial<StreamState>, lost: number[], kept: number[]]>([
  ['that nobody knows has lost what was before its first message', undefined, {}, [-2 * DAY], [-DAY / 2]],
  ['that was purged has lost everything of its days', state(), empty(100), [-6 * DAY, -1, AHEAD], []],
  ['that was made anew has lost what was before, however long it is', state(), anew, [-61_000], [-10_000]],
  ['that was restored from a copy has lost what came since', state(), copy, [-HOUR / 2, AHEAD], [-2 * HOUR]],
  [
    'that was restored and has grown again may have lost all of its days',
    state(),
    { lastSequence: 50, messages: 50, lastTime: now },
    [-6 * DAY, -HOUR],
    [],
  ],
])('a stream %s', (_, before, after, lost, kept) => {
  const spans = lostSpans(state(after), before, now);
  const isLost = (age: number) => spans.some(({ from, to }) => from <= now + age && now + age < to);
  expect([lost.filter(isLost), kept.filter(isLost)]).toEqual([lost, []]);
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

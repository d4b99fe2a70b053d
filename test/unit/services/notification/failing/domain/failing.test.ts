import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  afterFailure,
  isHopeless,
  type Streak,
} from '../../../../../../services/notification/failing/domain/failing.ts';

const HOUR = 3600_000;
const at = (hours: number) => new Date(Date.parse('2026-03-01T00:00:00.000Z') + hours * HOUR);
const url = 'https://example.com/';
const streak: Streak = { url, since: at(0), seenAt: at(100) };

test.each<[string, Streak | undefined, object, Date]>([
  ['there was none', undefined, {}, at(110)],
  ['it goes on', streak, {}, at(0)],
  ['any attempt has succeeded', streak, { hasSucceeded: true }, at(110)],
  ['the address is another', streak, { url: 'https://example.com/2' }, at(110)],
  ['there were 26 hours without attempts', { ...streak, seenAt: at(83.9) }, {}, at(110)],
  ['there were just no 26 hours without attempts', { ...streak, seenAt: at(84) }, {}, at(0)],
])('after a failure, where %s, the streak began when it should have', (_what, before, change, since) => {
  const failure = { url, now: at(110), hasSucceeded: false, ...change };
  expect(afterFailure(before, failure)).toEqual({ url: failure.url, since, seenAt: at(110) });
});

test('five days of nothing but failures are five days, and less is not', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.1, max: 26, noNaN: true }), { maxLength: 60 }), (gaps) => {
      let [now, last] = [0, afterFailure(undefined, { url, now: at(0), hasSucceeded: false })];
      for (const gap of gaps) {
        now += gap;
        last = afterFailure(last, { url, now: at(now), hasSucceeded: false });
      }
      expect(isHopeless(last)).toBe(at(now).getTime() - at(0).getTime() >= 120 * HOUR);
    }),
  );
});

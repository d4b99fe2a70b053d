import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  DEFAULT_SCHEDULE,
  isSchedule,
  nextDelay,
  parseRetryAfter,
  parseSchedule,
} from '../../../../../../services/notification/deliveries/domain/schedule.ts';

const schedule = parseSchedule(DEFAULT_SCHEDULE);

test('attempts follow after 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h', () => {
  const minutes = schedule.map((delay) => delay / 60_000);
  expect(minutes).toEqual([0, 5 / 60, 5, 30, 120, 300, 600, 600]);
});

test('a list without the leading 0 holds the retries alone', () => {
  expect(parseSchedule('0.1, 2')).toEqual([0, 100, 2000]);
  expect(parseSchedule('0,0.1')).toEqual([0, 100]);
});

test.each([
  ['0', true],
  ['0,5,300', true],
  [' 1 , 2.5', true],
  ['', false],
  ['1,,2', false],
  ['-1', false],
  ['5s', false],
])('%p is a schedule: %p', (text, expected) => {
  expect(isSchedule(text)).toBe(expected);
});

describe('the next attempt', () => {
  test('is spread by 10 % either way', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (made, random) => {
          const planned = schedule[made] ?? 0;
          const delay = nextDelay(schedule, made, random) ?? Number.NaN;
          expect(delay).toBeGreaterThanOrEqual(planned * 0.9);
          expect(delay).toBeLessThanOrEqual(planned * 1.1);
        },
      ),
    );
  });

  test('waits for a Retry-After, up to 24 hours, and never less than planned', () => {
    const hour = 3600_000;
    expect(nextDelay(schedule, 1, 0.5, hour)).toBe(hour);
    expect(nextDelay(schedule, 1, 0.5, 100 * hour)).toBe(24 * hour);
    expect(nextDelay(schedule, 4, 0.5, hour)).toBe(2 * hour);
  });

  test('is none after the last', () => {
    expect(nextDelay(schedule, 8, 0.5, 1000)).toBeUndefined();
  });
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  [undefined, undefined],
])('Retry-After: %s is %p ms', (value, expected) => {
  expect(parseRetryAfter(value, new Date('2026-03-01T12:00:00.000Z'))).toBe(expected);
});

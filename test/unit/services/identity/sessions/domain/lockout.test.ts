import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  EMAIL_LIMIT,
  EMAIL_WINDOW_MS,
  refusal,
  WINDOW_MS,
} from '../../../../../../services/identity/sessions/domain/lockout.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const minutes = 60_000;
const ago = (ms: number) => new Date(now.getTime() - ms);
const nobody = { pair: [], email: [] };
const failed = (times: Date[]) => times.map((at) => ({ at, isOpen: false }));
const open = (times: Date[]) => times.map((at) => ({ at, isOpen: true }));

describe('one email from one address', () => {
  test.each([
    { when: 'no failure', pair: [], retryAfter: undefined },
    { when: 'one failure less than the limit', pair: spread(2, 0, minutes), retryAfter: undefined },
    { when: 'the limit just now', pair: spread(3, 0, minutes), retryAfter: 900 },
    { when: 'the limit four minutes ago', pair: spread(3, 4 * minutes, minutes), retryAfter: 660 },
    { when: 'a part of a second before the end', pair: spread(3, WINDOW_MS - 1, 0), retryAfter: 1 },
    { when: 'the limit fifteen minutes ago', pair: spread(3, WINDOW_MS, 0), retryAfter: undefined },
    { when: 'as many, but in more than fifteen minutes', pair: spread(3, 0, 7.5 * minutes), retryAfter: undefined },
  ])('$when: retry after $retryAfter', ({ pair, retryAfter }) => {
    expect(refusal({ ...nobody, pair: failed(pair) }, 3, now)?.retryAfter).toBe(retryAfter);
  });
});

describe('guesses that are made just now', () => {
  const busy = { of: undefined, reason: 'Too many logins at once', retryAfter: 1 };
  const two = failed(spread(2, 0, minutes));

  test.each([
    ['one, and one failure less than the limit', [...open([now]), ...two], busy],
    ['one of some seconds ago, and one failure less than the limit', [...two, ...open([ago(29_999)])], busy],
    ['as many as the limit', open([now, now, now]), busy],
    ['one, and the limit of failures', [...open([now]), ...two, ...failed([now])], { of: 'pair', retryAfter: 900 }],
    ['one less than the limit', open([now, now]), undefined],
    ['one whose process died half a minute ago', [...two, ...open([ago(30_000)])], undefined],
  ])('%s', (_what, pair, expected) => {
    const refused = refusal({ ...nobody, pair }, 3, now);
    if (expected) expect(refused).toMatchObject(expected);
    else expect(refused).toBeUndefined();
  });
});

describe('one email from anywhere', () => {
  test.each([
    { when: '99 in an hour', email: spread(EMAIL_LIMIT - 1, 0, 1000), retryAfter: undefined },
    { when: '100 in an hour, the last just now', email: spread(EMAIL_LIMIT, 0, 1000), retryAfter: 36 },
    { when: '100 in an hour, the last 30 s ago', email: spread(EMAIL_LIMIT, 30_000, 1000), retryAfter: 6 },
    { when: '100 in an hour, the last 36 s ago', email: spread(EMAIL_LIMIT, 36_000, 1000), retryAfter: undefined },
    { when: '100 in more than an hour', email: spread(EMAIL_LIMIT, 0, 37_000), retryAfter: undefined },
  ])('$when: retry after $retryAfter', ({ email, retryAfter }) => {
    expect(refusal({ ...nobody, email: failed(email) }, 10, now)?.retryAfter).toBe(retryAfter);
  });
});

test('whoever guesses at every moment it is allowed to gets 10 guesses in a quarter of an hour from one address', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 120_000 }), { minLength: 50, maxLength: 200 }), (pauses) => {
      const guesses: number[] = [];
      let at = now.getTime();
      for (const pause of pauses) {
        at += pause;
        const recent = { ...nobody, pair: failed(guesses.slice(0, 10).map((time) => new Date(time))) };
        if (!refusal(recent, 10, new Date(at))) guesses.unshift(at);
      }
      expect(most(guesses, WINDOW_MS)).toBeLessThanOrEqual(10);
    }),
  );
});

test('many addresses together get little more than 100 guesses an hour at one email', () => {
  const guesses: number[] = [];
  for (let at = now.getTime(); at < now.getTime() + 3 * EMAIL_WINDOW_MS; at += 1000) {
    const recent = { ...nobody, email: failed(guesses.slice(0, EMAIL_LIMIT).map((time) => new Date(time))) };
    if (!refusal(recent, 10, new Date(at))) guesses.unshift(at);
  }
  expect(most(guesses, EMAIL_WINDOW_MS)).toBeLessThanOrEqual(2 * EMAIL_LIMIT);
  expect(guesses.filter((at) => at >= now.getTime() + 2 * EMAIL_WINDOW_MS).length).toBeLessThanOrEqual(EMAIL_LIMIT);
});

function spread(count: number, last: number, step: number): Date[] {
  return Array.from({ length: count }, (_, index) => ago(last + index * step));
}

/** The most entries that any span of `window` ms holds. */
function most(times: number[], window: number): number {
  return Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + window).length));
}

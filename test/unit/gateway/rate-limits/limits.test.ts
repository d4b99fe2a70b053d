import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLimiter, type Limiter, type Rate } from '../../../../gateway/rate-limits/limits.ts';

const START = 60_000 * 5;

/** A limiter with no other gateway, whose time is set by hand. */
function limiterAt(start = START) {
  const time = { now: start };
  const limiter = createLimiter({ clock: () => time.now });
  return { time, limiter, take: (holder: string, limit: number) => taken(limiter, holder, limit) };
}

function taken(limiter: Limiter, holder: string, limit: number): Rate {
  const rate = limiter.consume(holder, limit);
  if (rate instanceof Promise) throw new Error('a gateway that is alone asked others');
  return rate;
}

test('counts each holder for itself', () => {
  const { take } = limiterAt(START + 15_000);
  expect(take('a', 2)).toEqual({ limit: 2, remaining: 1, reset: 45, allowed: true });
  expect(take('a', 2)).toMatchObject({ remaining: 0, allowed: true });
  expect(take('a', 2)).toMatchObject({ remaining: 0, allowed: false });
  expect(take('b', 2)).toMatchObject({ remaining: 1, allowed: true });
});

test('what was used fades over the next window', () => {
  const { take, time } = limiterAt();
  for (let i = 0; i < 100; i++) take('a', 100);
  time.now = START + 60_000 + 30_000;
  expect(take('a', 100)).toMatchObject({ remaining: 50 });
  time.now = START + 60_000 + 59_999;
  expect(take('a', 100)).toMatchObject({ remaining: 98 });
  time.now = START + 5 * 60_000;
  expect(take('a', 100)).toMatchObject({ remaining: 99 });
});

test('looking does not count, and nothing used is nothing to wait for', () => {
  const { limiter } = limiterAt();
  limiter.peek('a', 1);
  expect(limiter.peek('a', 1)).toEqual({ limit: 1, remaining: 1, reset: 0, allowed: true });
});

/** The requests that were accepted, each counted by the rule as it is written, at every request. */
class Model {
  readonly #accepted: number[] = [];

  take(now: number, limit: number): boolean {
    if (this.#used(now) >= limit) return false;
    this.#accepted.push(now);
    return true;
  }

  #used(now: number): number {
    const start = now - (now % 60_000);
    const current = this.#accepted.filter((at) => at >= start).length;
    const previous = this.#accepted.filter((at) => at >= start - 60_000 && at < start).length;
    return current + Math.floor((previous * (start + 60_000 - 1 - now)) / 60_000);
  }
}

const pauses = fc.array(fc.oneof(fc.constant(0), fc.nat(3000), fc.nat(200_000)), { maxLength: 200 });

describe('for any requests', () => {
  test('accepts what the rule accepts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(59_999), pauses, (limit, offset, times) => {
        const { take, time } = limiterAt(START + offset);
        const model = new Model();
        for (const pause of times) {
          time.now += pause;
          expect(take('a', limit).allowed).toBe(model.take(time.now, limit));
        }
      }),
    );
  });

  test('who comes back when it is told to passes, within a minute; before that second it would not have', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(59_999), pauses, (limit, offset, times) => {
        const { take, limiter, time } = limiterAt(START + offset);
        for (const pause of times) {
          for (let i = 0; i < limit / 2; i++) take('a', limit);
          time.now += pause;
        }
        while (take('a', limit).allowed);
        const { reset } = limiter.peek('a', limit);
        const refused = time.now;
        expect(reset).toBeGreaterThanOrEqual(1);
        expect(reset).toBeLessThanOrEqual(60);
        time.now = refused + (reset - 1) * 1000;
        expect(limiter.peek('a', limit).allowed).toBe(false);
        time.now = refused + reset * 1000;
        expect(take('a', limit).allowed).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

test('a flood of addresses fills no memory, and takes nothing from accounts', () => {
  const { take, limiter } = limiterAt();
  take('user 1', 5);
  take('address first', 5);
  for (let i = 0; i < 20_000; i++) take(`address ${i}`, 5);
  expect(limiter.peek('address first', 5).remaining).toBe(5);
  expect(limiter.peek('address 19999', 5).remaining).toBe(4);
  expect(limiter.peek('user 1', 5).remaining).toBe(4);
});

test('a clock that jumps back begins anew instead of locking out', () => {
  const { take, time } = limiterAt();
  take('a', 1);
  time.now -= 3_600_000;
  expect(take('a', 1).allowed).toBe(true);
  expect(take('a', 1).allowed).toBe(false);
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Freshness } from '../../../../gateway/auth/freshness.ts';

/** Our clock says 1,000 when the sender's says 50,000. */
const AHEAD = 49_000;

test('nothing is confirmed before anything was heard', () => {
  expect(new Freshness().at).toBe(Number.NEGATIVE_INFINITY);
});

test('the next ones confirm the moment of their sending, as far as the fastest tells it', () => {
  const confirmation = new Freshness();
  confirmation.heartbeat('a', AHEAD + 1_000, 1_020);
  confirmation.heartbeat('a', AHEAD + 2_000, 2_005);
  expect(confirmation.at).toBe(2_005);
  confirmation.heartbeat('a', AHEAD + 3_000, 3_400);
  expect(confirmation.at).toBeCloseTo(3_005, -1);
});

test('heartbeats that had to wait, all at once, confirm the past', () => {
  const confirmation = new Freshness();
  for (const second of [1, 2, 3]) confirmation.heartbeat('a', AHEAD + second * 1_000, second * 1_000 + 2);
  for (const second of [4, 5, 6]) confirmation.heartbeat('a', AHEAD + second * 1_000, 60_000);
  expect(confirmation.at).toBeGreaterThanOrEqual(6_000);
  expect(confirmation.at).toBeLessThan(6_100);
});

test('a stored heartbeat that is read again confirms nothing new', () => {
  const confirmation = new Freshness();
  for (const second of [1, 2, 3]) confirmation.heartbeat('a', AHEAD + second * 1_000, second * 1_000);
  confirmation.heartbeat('a', AHEAD + 3_000, 600_000);
  expect(confirmation.at).toBeLessThan(4_000);
});

test('a clock that drifts by less than one in a thousand is followed', () => {
  const confirmation = new Freshness();
  for (let second = 1; second <= 86_400; second++) confirmation.heartbeat('a', second * 1_000 * 0.9995, second * 1_000);
  expect(confirmation.at).toBeGreaterThan(86_399_000);
});

test('whatever the delays and the clocks, nothing is confirmed that was not yet told, but for the fastest delay', () => {
  const heartbeat = fc.record({ sender: fc.constantFrom('a', 'b', 'c'), delay: fc.integer({ min: 3, max: 90_000 }) });
  fc.assert(
    fc.property(
      fc.array(heartbeat, { maxLength: 60 }),
      fc.array(fc.integer(), { minLength: 3, maxLength: 3 }),
      (sent, clocks) => {
        const confirmation = new Freshness();
        const offsets = { a: clocks[0] ?? 0, b: clocks[1] ?? 0, c: clocks[2] ?? 0 };
        const fastest: Record<string, number> = {};
        let bound = Number.NEGATIVE_INFINITY;
        const arrivals = sent.map(({ sender, delay }, index) => ({ sender, delay, looked: index * 1_000 }));
        arrivals.sort((one, other) => one.looked + one.delay - (other.looked + other.delay));
        for (const { sender, delay, looked } of arrivals) {
          const arrived = looked + delay;
          const known = fastest[sender];
          fastest[sender] = Math.min(known ?? delay, delay);
          // The drift that is allowed for makes it a little later.
          if (known !== undefined) bound = Math.max(bound, looked + Number(fastest[sender]) + 150);
          confirmation.heartbeat(sender, looked + offsets[sender as 'a'], arrived);
          expect(confirmation.at).toBeLessThanOrEqual(bound);
        }
      },
    ),
  );
});

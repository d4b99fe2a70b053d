import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Lanes } from '../../../../../services/notification/deliveries/lanes.ts';

const GAP_MS = 11 * 3600_000;
const MINUTE = 60_000;
const webhook = { id: 'w1', orgId: 'o1' };

let lanes: Lanes;
let now: number;
beforeEach(() => {
  lanes = new Lanes({ connections: 2, maxWaiting: 10, longestGapMs: GAP_MS, mayReach: () => true });
  now = performance.now() + MINUTE;
});
afterEach(() => lanes.close());

/** An attempt, and nothing more for as long as lanes are kept and a while longer. */
async function attempt(answered: boolean, one = webhook): Promise<void> {
  await lanes.lane(one).attempt(async () => answered);
  await idle(2 * MINUTE);
}
async function idle(ms: number): Promise<void> {
  now += ms;
  await lanes.sweep(now);
}

test('an endpoint that answers nothing is dead after ten attempts, however seldom they are', async () => {
  for (let made = 1; made <= 9; made++) await attempt(false);
  expect(lanes.deadCount).toBe(0);
  await attempt(false);
  expect(lanes.deadCount).toBe(1);
  await idle(GAP_MS - 1);
  expect(lanes.deadCount).toBe(1);
  expect(lanes.lane(webhook).isDead).toBe(true);
  expect(lanes.deadCount).toBe(1);
});

test('an answer ends the silence', async () => {
  for (let made = 1; made <= 9; made++) await attempt(false);
  await attempt(true);
  await attempt(false);
  expect(lanes.deadCount).toBe(0);
});

test('what nothing was sent to for longer than retries are apart is not known any more', async () => {
  for (let made = 1; made <= 10; made++) await attempt(false);
  await idle(GAP_MS);
  expect([lanes.deadCount, lanes.lane(webhook).isDead]).toEqual([0, false]);
});

test('of more silent endpoints than are remembered the oldest is forgotten', async () => {
  for (let made = 1; made <= 10; made++) await attempt(false);
  const others = Array.from({ length: 10_000 }, (_, index) => ({ id: `other ${index}`, orgId: 'o1' }));
  await Promise.all(others.slice(1).map((other) => lanes.lane(other).attempt(async () => false)));
  await idle(2 * MINUTE);
  expect(lanes.deadCount).toBe(1);
  await attempt(false, others[0]);
  expect(lanes.deadCount).toBe(0);
});

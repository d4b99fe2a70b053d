import { beforeEach, expect, test } from '@jest/globals';
import { Lane } from '../../../../../services/notification/deliveries/lane.ts';
import { Probes } from '../../../../../services/notification/deliveries/pace.ts';

const CONNECTIONS = 2;
const options = { connections: CONNECTIONS, maxWaiting: 50, mayReach: () => true };
const NOW = 1_000_000;

let lane: Lane;
let made: number;
beforeEach(() => {
  lane = new Lane('org', new Probes(), options);
  made = 0;
});

const attempt = (answered: boolean) => async () => {
  made += 1;
  return answered;
};
/** Tells of each of `count` deliveries whether an attempt was made. */
const run = (count: number, answered = false) =>
  Promise.all(Array.from({ length: count }, () => lane.attempt(attempt(answered))));

async function die(): Promise<void> {
  await run(10);
  expect([lane.isDead, made]).toEqual([true, 10]);
  made = 0;
}

test('deliveries that were admitted before an endpoint died are not sent to it', async () => {
  await die();
  expect(await run(30)).toEqual(Array(30).fill(false));
  expect(made).toBe(0);
});

test('each probe of a dead endpoint is one attempt', async () => {
  await die();
  for (const now of [NOW, NOW + 1_000]) {
    expect(lane.room(0)).toBe(0);
    expect(lane.takeTurn(0, 100, now)).toBe(true);
    expect(lane.room(0)).toBe(1);
    lane.brought();
    expect(await run(5)).toEqual([true, ...Array(4).fill(false)]);
  }
  expect(made).toBe(2);
});

test('a probe that brought nothing leaves no attempt behind', async () => {
  await die();
  expect(lane.takeTurn(0, 100, NOW)).toBe(true);
  expect(await run(1)).toEqual([false]);
});

test('an answer brings the endpoint back to full speed', async () => {
  await die();
  lane.takeTurn(0, 100, NOW);
  lane.brought();
  await run(1, true);
  expect([lane.isDead, lane.room(0)]).toEqual([false, CONNECTIONS + options.maxWaiting]);
  expect(await run(7, true)).toEqual(Array(7).fill(true));
});

test.each([
  ['a connection is free', { held: CONNECTIONS - 1, share: 1 }, true],
  ['there is no room', { held: CONNECTIONS - 1, share: 0 }, false],
  ['all connections have work, and little would be brought', { held: 20, share: 19 }, false],
  ['as much would be brought as is in hand', { held: 20, share: 20 }, true],
  ['many would be brought', { held: 100, share: 64 }, true],
  ['the lane itself has little room', { held: 40, share: 64 }, false],
])('whether it is worth a look where %s', (_, { held, share }, expected) => {
  const roomy = new Lane('org', new Probes(), { ...options, maxWaiting: held === 100 ? 1000 : 50 });
  expect(roomy.takeTurn(held, share, NOW)).toBe(expected);
});

import { expect, test } from '@jest/globals';
import { AppError } from '#chassis/errors.ts';
import { Unreadable } from '#chassis/event-message.ts';
import { Redelivery } from '#chassis/redelivery.ts';

const down = new AppError('upstream_unavailable', 'The database is unavailable');
const broken = new Error('It does not fit');
const SEVEN_PAUSES = [250, 1000, 2000, 5000, 10_000, 30_000, 60_000];

test('what can never be understood is dead at once', () => {
  expect(new Redelivery().pauseAfter(new Unreadable('No envelope'), 1, 1)).toBeUndefined();
});

test('a message that fails for a reason of its own comes seven times more, then it is dead', () => {
  const redelivery = new Redelivery();
  const pauses = Array.from({ length: 8 }, (_, index) => redelivery.pauseAfter(broken, 1, index + 1));
  expect(pauses).toEqual([...SEVEN_PAUSES, undefined]);
});

test('what is down is waited for, for ever', () => {
  const redelivery = new Redelivery();
  const pauses = Array.from({ length: 9 }, (_, index) => redelivery.pauseAfter(down, 1, index + 1));
  expect(pauses).toEqual([...SEVEN_PAUSES, 60_000, 60_000]);
});

test('deliveries during an outage do not count against the message', () => {
  const redelivery = new Redelivery();
  for (let deliveries = 1; deliveries <= 20; deliveries++) redelivery.pauseAfter(down, 1, deliveries);
  expect(redelivery.pauseAfter(broken, 1, 21)).toBe(250);
});

test('messages are counted apart, and a forgotten one starts anew', () => {
  const redelivery = new Redelivery();
  redelivery.pauseAfter(broken, 1, 1);
  expect(redelivery.pauseAfter(broken, 2, 1)).toBe(250);
  redelivery.forget(1);
  expect(redelivery.pauseAfter(broken, 1, 2)).toBe(250);
});

import { expect, test } from '@jest/globals';
import { Pace } from '../../../../../services/notification/deliveries/pace.ts';

function unanswered(count: number): Pace {
  const pace = new Pace();
  for (let made = 0; made < count; made++) {
    pace.started(1000);
    pace.ended(false);
  }
  return pace;
}

test('ten attempts in a row without an answer slow an endpoint down to ten a second', () => {
  expect(unanswered(9).allows(1000)).toBe(true);
  const dead = unanswered(10);
  expect(dead.isDead).toBe(true);
  expect(dead.allows(1099)).toBe(false);
  expect(dead.allows(1100)).toBe(true);
});

test('an answer brings it back to full speed', () => {
  const pace = unanswered(50);
  pace.ended(true);
  expect(pace.isDead).toBe(false);
  expect(pace.allows(1000)).toBe(true);
});

test('a failure among answers is no death', () => {
  const pace = unanswered(9);
  pace.ended(true);
  pace.ended(false);
  expect(pace.isDead).toBe(false);
});

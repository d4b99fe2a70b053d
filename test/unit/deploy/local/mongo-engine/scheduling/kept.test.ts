import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Kept, Room } from '../../../../../../deploy/local/mongo-engine/scheduling/kept.ts';

const MEBIBYTE = 1024 * 1024;

let room: Room;
let ended: string[];
beforeEach(() => {
  jest.useFakeTimers();
  room = new Room(10 * MEBIBYTE);
  ended = [];
});
afterEach(() => {
  jest.useRealTimers();
});

const working = (mebibytes: number) => {
  const kept = new Kept(room);
  kept.add(mebibytes * MEBIBYTE);
  return kept;
};
const resting = (name: string, mebibytes: number) => {
  const kept = working(mebibytes);
  kept.rest(() => ended.push(name));
  return kept;
};
const pass = (ms: number) => jest.advanceTimersByTime(ms);

test('what rests ends for others, first what has kept the most for the longest', () => {
  resting('small', 0.125);
  pass(1_000);
  resting('large', 4);
  pass(500);
  resting('new', 5);
  pass(10);
  working(3);
  expect(ended).toEqual(['large']);
  pass(10);
  working(8);
  expect(ended).toEqual(['large', 'small', 'new']);
});

test('what was gone on with has not rested', () => {
  const kept = resting('read', 5);
  resting('left', 4);
  pass(1_000);
  kept.goOn();
  kept.rest(() => ended.push('read'));
  pass(10);
  working(2);
  expect(ended).toEqual(['left']);
});

test('of what works it is not the newest that has to end', () => {
  const first = working(6);
  pass(1_000);
  const second = working(6);
  expect(() => first.check()).toThrow('keep more than');
  second.check();
  expect(room.bytes).toBe(6 * MEBIBYTE);
  // What it hands out, or lets go of when it ends, is counted no more.
  first.add(-MEBIBYTE);
  first.release();
  expect(room.bytes).toBe(6 * MEBIBYTE);
});

test('who keeps little is not refused, whatever others keep', () => {
  const some = Array.from({ length: 40 }, () => working(0.5));
  for (const kept of some) kept.check();
  expect(() => working(2)).toThrow('keep more than');
  for (const kept of some) kept.release();
  expect([room.bytes, room.all.size]).toEqual([0, 0]);
});

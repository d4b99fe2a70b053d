import { expect, test } from '@jest/globals';
import { Callers } from '#engine/scheduling/callers.ts';

test.each<[string, callers: Record<number, number>, boolean]>([
  ['nobody has called', {}, true],
  ['one calls again and again', { 0: 1, 60: 1, 99: 1 }, true],
  ['another called just before', { 0: 1, 97: 2, 99: 1 }, false],
  ['another called a while ago', { 0: 2, 50: 1, 99: 1 }, true],
  ['one calls for the first time', { 99: 1 }, false],
])('whether the thread works for one caller alone: %s', (_, callerAt, isOne) => {
  const callers = new Callers();
  for (const [at, id] of Object.entries(callerAt)) callers.note(id, Number(at));
  expect(callers.isOne(100)).toBe(isOne);
});

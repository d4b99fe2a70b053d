import { expect, test } from '@jest/globals';
import { Callers } from '#engine/scheduling/callers.ts';

test.each<[string, [id: number, at: number][], boolean]>([
  ['nobody has called', [], true],
  [
    'one calls again and again',
    [
      [1, 0],
      [1, 60],
      [1, 99],
    ],
    true,
  ],
  [
    'another called just before',
    [
      [1, 0],
      [2, 97],
      [1, 99],
    ],
    false,
  ],
  [
    'another called a while ago',
    [
      [2, 0],
      [1, 50],
      [1, 99],
    ],
    true,
  ],
  ['one calls for the first time', [[1, 99]], false],
])('whether the thread works for one caller alone: %s', (_, calls, isOne) => {
  const callers = new Callers();
  for (const [id, at] of calls) callers.note(id, at);
  expect(callers.isOne(100)).toBe(isOne);
});

import { expect, test } from '@jest/globals';
import type { Document } from 'bson';
import { indexKeys } from '#engine/semantics/index-keys.ts';
import { setPath } from '#engine/values/path.ts';

test('a field named __proto__ is an own field', () => {
  expect(Object.keys(setPath({}, '__proto__', 1))).toEqual(['__proto__']);
});

test.each<[Document, string[], unknown[][]]>([
  [{ a: 1 }, ['a', 'b'], [[1, null]]],
  [{ a: [] }, ['a'], [[undefined]]],
  [{ a: [] }, ['a.b'], [[null]]],
  [{ a: [[1, 2]] }, ['a'], [[[1, 2]]]],
  [
    { a: [{ b: 1, c: 2 }, { b: 3 }, 5] },
    ['a.b', 'a.c'],
    [
      [1, 2],
      [3, null],
      [null, null],
    ],
  ],
  [{ a: [{ b: [1, 2] }] }, ['a.b'], [[1], [2]]],
  [{ a: [7, 8] }, ['a.1'], [[8]]],
])('indexKeys of %j over %j', (document, paths, keys) => {
  expect(indexKeys(document, paths)).toEqual(keys);
});

test('indexKeys refuses two arrays side by side', () => {
  expect(() => indexKeys({ a: [1], b: [2] }, ['a', 'b'])).toThrow(expect.objectContaining({ code: 171 }));
});

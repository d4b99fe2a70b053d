import { expect, test } from '@jest/globals';
import type { Document } from 'bson';
import { indexKeys } from '#engine/semantics/index-keys.ts';
import { getPath, setPath, unsetPath } from '#engine/values/path.ts';

test('getPath reads documents by name and arrays by index', () => {
  expect(getPath({ a: [{ b: 1 }] }, 'a.0.b')).toBe(1);
  expect(getPath({ a: [{ b: 1 }] }, 'a.b')).toBeUndefined();
  expect(getPath({}, 'constructor.name')).toBeUndefined();
});

test('setPath copies the way and shares the rest', () => {
  const document = { a: { b: 1 }, c: { d: 2 } };
  const changed = setPath(document, 'a.e.f', 3);
  expect(changed).toEqual({ a: { b: 1, e: { f: 3 } }, c: { d: 2 } });
  expect(changed.c).toBe(document.c);
  expect(document).toEqual({ a: { b: 1 }, c: { d: 2 } });
  expect(setPath({ a: [1] }, 'a.3', 4)).toEqual({ a: [1, null, null, 4] });
  expect(Object.keys(setPath({}, '__proto__', 1))).toEqual(['__proto__']);
});

test('setPath refuses to go through a scalar or an array by name', () => {
  expect(() => setPath({ a: 1 }, 'a.b', 2)).toThrow(expect.objectContaining({ code: 28 }));
  expect(() => setPath({ a: null }, 'a.b', 2)).toThrow(expect.objectContaining({ code: 28 }));
  expect(() => setPath({ a: [] }, 'a.b', 2)).toThrow(expect.objectContaining({ code: 28 }));
});

test('unsetPath leaves a hole of null in an array and the same document where there is nothing', () => {
  const document = { a: [1, 2], b: { c: 1 } };
  expect(unsetPath(document, 'a.0')).toEqual({ a: [null, 2], b: { c: 1 } });
  expect(unsetPath(document, 'b.c')).toEqual({ a: [1, 2], b: {} });
  expect(unsetPath(document, 'b.x.y')).toBe(document);
  const holes = { a: [null], b: Number.NaN };
  expect(unsetPath(holes, 'a.0')).toBe(holes);
  expect(unsetPath(holes, 'b.c')).toBe(holes);
});

test.each<[Document, string[], unknown[][]]>([
  [{ a: 1 }, ['a', 'b'], [[1, null]]],
  [
    { a: [1, 2], b: 3 },
    ['a', 'b'],
    [
      [1, 3],
      [2, 3],
    ],
  ],
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

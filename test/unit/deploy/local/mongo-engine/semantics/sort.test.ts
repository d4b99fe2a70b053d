import { expect, test } from '@jest/globals';
import type { Document } from 'bson';
import fc from 'fast-check';
import { Budget } from '#engine/scheduling/budget.ts';
import { compileSortOrder } from '#engine/semantics/sort.ts';
import { Top } from '#engine/semantics/top.ts';

const compileSort = (spec: Document) => {
  const { keyOf, compareKeys } = compileSortOrder(spec);
  return (a: Document, b: Document) => compareKeys(keyOf(a), keyOf(b));
};

test.each<[string, Document, Document[], places: number[]]>([
  ['missing sorts as null, an empty array before it', { a: 1 }, [{ a: 1 }, {}, { a: [] }, { a: null }], [2, 1, 3, 0]],
  ['an array counts as its least element going up', { a: 1 }, [{ a: 5 }, { a: [1, 9] }], [1, 0]],
  ['an array counts as its greatest element going down', { a: -1 }, [{ a: 5 }, { a: [1, 9] }], [1, 0]],
  [
    'fields of one array are compared as they stand together in an element',
    { 'a.b': 1, 'a.c': 1 },
    [{ a: [2, 1].map((b) => ({ b, c: 9 * (2 - b) })) }, { a: [{ b: 1, c: 5 }] }],
    [1, 0],
  ],
  ['later fields decide, and equal documents stay', { b: 1, a: -1 }, [1, 2, 2].map((a) => ({ a, b: 1 })), [1, 2, 0]],
])('%s', (_, spec, documents, places) => {
  const sorted = documents.toSorted(compileSort(spec));
  expect(sorted.map((document) => documents.indexOf(document))).toEqual(places);
});

test('arrays side by side and odd directions are refused', () => {
  const compare = compileSort({ a: 1, b: 1 });
  expect(() => compare({ a: [1], b: [2] }, {})).toThrow(expect.objectContaining({ code: 2 }));
  expect(() => compileSort({ a: 2 })).toThrow(expect.objectContaining({ code: 2 }));
  expect(() => compileSort({ a: 'up' })).toThrow(expect.objectContaining({ code: 15974 }));
  expect(() => compileSort({ a: { $meta: 'textScore' } })).toThrow(expect.objectContaining({ code: 115 }));
});

test('the first of many are those that a sort of all puts first, those that are equal as they came', () => {
  const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank;
  const ranks = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1_000, maxLength: 3_000, size: 'max' });
  fc.assert(
    fc.property(ranks, fc.integer({ min: 1, max: 60 }), (list, count) => {
      const values = list.map((rank, at) => ({ rank, at }));
      const top = new Top(count, byRank, () => 0, new Budget());
      for (const value of values) top.add(value);
      expect([...top.handedOut()]).toEqual(values.toSorted(byRank).slice(0, count));
    }),
    { numRuns: 30 },
  );
});

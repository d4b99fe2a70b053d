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
const order = (spec: Document, documents: Document[]): unknown[] =>
  documents.toSorted(compileSort(spec)).map(({ id }) => id);

test('what is missing sorts as null, an empty array before it', () => {
  const documents = [{ id: 'one', a: 1 }, { id: 'missing' }, { id: 'empty', a: [] }, { id: 'null', a: null }];
  expect(order({ a: 1 }, documents)).toEqual(['empty', 'missing', 'null', 'one']);
});

test('an array counts as its least element going up and as its greatest going down', () => {
  const documents = [
    { id: 'wide', a: [1, 9] },
    { id: 'five', a: 5 },
  ];
  expect(order({ a: 1 }, documents)).toEqual(['wide', 'five']);
  expect(order({ a: -1 }, documents)).toEqual(['wide', 'five']);
});

test('fields of one array are compared as they stand together in an element', () => {
  const documents = [
    {
      id: 'first',
      a: [
        { b: 2, c: 0 },
        { b: 1, c: 9 },
      ],
    },
    { id: 'second', a: [{ b: 1, c: 5 }] },
  ];
  expect(order({ 'a.b': 1, 'a.c': 1 }, documents)).toEqual(['second', 'first']);
});

test('later fields decide where earlier ones are equal, and equal documents stay as they came', () => {
  const documents = [
    { id: 1, a: 1, b: 1 },
    { id: 2, a: 1, b: 2 },
    { id: 3, a: 1, b: 2 },
  ];
  expect(order({ a: 1, b: -1 }, documents)).toEqual([2, 3, 1]);
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

import { describe, expect, test } from '@jest/globals';
import type { Document } from 'bson';
import { BSONRegExp, Double, Int32, Long, ObjectId } from 'bson';
import fc from 'fast-check';
import { compileFilter } from '#engine/semantics/match/match.ts';
import { bsonValue } from '../../../../../../support/bson-values.ts';

const matches = (filter: Document, document: Document): boolean => compileFilter(filter)(document);
const id = new ObjectId();

describe('compileFilter matches', () => {
  test.each<[Document, Document]>([
    [{}, { a: 1 }],
    [
      { a: 1, b: 'x' },
      { a: new Int32(1), b: 'x' },
    ],
    [{ a: Long.fromNumber(1) }, { a: [3, new Double(1)] }],
    [{ a: id }, { a: new ObjectId(id.toHexString()) }],
    [{ a: null }, {}],
    [{ a: null }, { a: null }],
    [{ 'a.b': null }, { a: [{ b: 1 }, {}] }],
    [{ 'a.b': 1 }, { a: [{ b: [2, 1] }] }],
    [{ 'a.0': [1] }, { a: [[1]] }],
    [{ 'a.1.b': 1 }, { a: [0, { b: 1 }] }],
    [{ a: [1, 2] }, { a: [1, 2] }],
    [{ a: [1, 2] }, { a: [[1, 2]] }],
    [{ a: { b: 1, c: 2 } }, { a: { b: 1, c: 2 } }],
    [{ a: { $gt: 1, $lt: 5 } }, { a: [0, 9] }],
    [{ a: { $gte: Number.NaN } }, { a: Number.NaN }],
    [{ a: { $lte: null } }, {}],
    [{ a: { $in: [1, null] } }, {}],
    [{ a: { $in: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } }, { a: Long.fromNumber(10) }],
    [{ a: { $nin: [1] } }, {}],
    [{ a: { $ne: 1 } }, { a: [2, 3] }],
    [{ a: { $exists: true } }, { a: null }],
    [{ a: { $exists: 0 } }, { b: 1 }],
    [{ a: { $elemMatch: { $gt: 1, $lt: 5 } } }, { a: [0, 3] }],
    [{ a: { $elemMatch: { b: 1, c: 2 } } }, { a: [{ b: 1 }, { b: 1, c: 2 }] }],
    [{ a: { $elemMatch: { $or: [{ b: 1 }, { c: 1 }] } } }, { a: [{ c: 1 }] }],
    [{ a: { $regex: 'AB\\.', $options: 'i' } }, { a: 'xab.c' }],
    [{ $or: [{ a: 1 }, { b: 1 }] }, { b: 1 }],
  ])('%j: %j', (filter, document) => {
    expect(matches(filter, document)).toBe(true);
  });
});

describe('compileFilter does not match', () => {
  test.each<[Document, Document]>([
    [{ a: 1 }, { a: '1' }],
    [{ constructor: { $exists: true } }, {}],
    [{ __proto__x: null, a: 1 }, { a: 2 }],
    [{ 'a.b': null }, { a: [1, 2] }],
    [{ 'a.0': 1 }, { a: [[1]] }],
    [{ 'a.value': 1 }, { a: new Int32(1) }],
    [{ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }],
    [{ a: { $gt: 1 } }, { a: 'x' }],
    [{ a: { $lt: 5 } }, { a: Number.NaN }],
    [{ a: { $elemMatch: { $gt: 1, $lt: 5 } } }, { a: [0, 9] }],
    [{ a: { $elemMatch: { b: 1 } } }, { a: { b: 1 } }],
    [{ a: { $ne: 1 } }, { a: [1, 2] }],
    [{ a: { $nin: [1, null] } }, {}],
  ])('%j: %j', (filter, document) => {
    expect(matches(filter, document)).toBe(false);
  });
});

test.each<[Document, number]>([
  [{ a: { $gt: 1, b: 1 } }, 115],
  [{ $or: [] }, 2],
  [{ a: { $in: 1 } }, 2],
  [{ a: { $in: [{ $gt: 1 }] } }, 2],
  [{ a: new BSONRegExp('x') }, 115],
])('%j is refused with code %d', (filter, code) => {
  expect(() => compileFilter(filter)).toThrow(expect.objectContaining({ code }));
});

test('every value equals itself, is in a list with it, and is between itself and itself', () => {
  fc.assert(
    fc.property(bsonValue, (value) => {
      expect(matches({ a: { $eq: value } }, { a: value })).toBe(true);
      expect(matches({ a: { $ne: value } }, { a: value })).toBe(false);
      expect(matches({ a: { $in: [value] } }, { a: value })).toBe(true);
      expect(matches({ a: { $gte: value, $lte: value } }, { a: value })).toBe(true);
    }),
  );
});

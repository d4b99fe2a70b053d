import { expect, test } from '@jest/globals';
import type { Document } from 'bson';
import { Int32 } from 'bson';
import { indexSpecOf } from '#engine/protocol/commands/index-spec.ts';

test('an index is kept as listIndexes shows it', () => {
  const spec = { key: { a: 1, 'b.c': -1 }, name: 'x', unique: true, partialFilterExpression: { a: { $gt: '' } } };
  expect(indexSpecOf({ ...spec, v: 2 })).toEqual({ v: new Int32(2), ...spec });
});

const partial = (partialFilterExpression: Document) => ({ key: { a: 1 }, partialFilterExpression });

test.each<[string, Document, number, RegExp]>([
  ['an empty name in its path', { key: { 'a..b': 1 } }, 115, /a\.\.b/],
  ['an operator in its path', { key: { 'a.$b': 1 } }, 115, /a\.\$b/],
  ['a kind that no service uses', { key: { a: 'text' } }, 115, /a text index/],
  ['no field', { key: {} }, 67, /index keys cannot be an empty object/],
  ['a direction of 0', { key: { a: 0 } }, 67, /must be 1 or -1/],
  ['a TTL of two fields', { key: { at: 1, b: 1 }, expireAfterSeconds: 5 }, 67, /single-field/],
  ['a TTL of _id', { key: { _id: 1 }, expireAfterSeconds: 5 }, 67, /single-field/],
  ['a TTL that is no number', { key: { at: 1 }, expireAfterSeconds: '5' }, 14, /expireAfterSeconds/],
  ['no name', { key: { a: 1 }, name: null }, 40414, /name/],
  ['a name that is none', { key: { a: 1 }, name: 5 }, 14, /name/],
  ['an option that no service uses', { key: { a: 1 }, sparse: true }, 115, /sparse.*MONGODB_URL/],
  ['a partial filter on what is missing', partial({ a: { $exists: false } }), 67, /\$exists/],
  ['a partial filter by $ne', partial({ a: { $ne: 1 } }), 67, /\$ne/],
  ['a partial filter by $or', partial({ $or: [{ a: 1 }] }), 115, /\$or/],
  ['a partial filter that is no filter', partial({ a: { $nope: 1 } }), 115, /\$nope/],
])('an index with %s is refused', (_, spec, code, message) => {
  expect(() => indexSpecOf({ name: 'x', ...spec })).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  );
});

import { expect, test } from '@jest/globals';
import type { Document } from 'bson';
import { Int32, Long } from 'bson';
import { indexSpecOf } from '../../../../../../deploy/local/mongo-engine/protocol/commands/index-spec.ts';

test('an index is kept as listIndexes shows it', () => {
  const spec = { key: { a: 1, 'b.c': -1 }, name: 'x', unique: true };
  expect(indexSpecOf({ ...spec, background: true, v: 1, collation: { locale: 'simple' } })).toEqual({
    v: new Int32(2),
    ...spec,
    collation: { locale: 'simple' },
  });
});

test.each<Document>([
  { a: 1, b: { $gt: 5, $lte: 9 } },
  { $and: [{ a: { $exists: true } }, { b: { $type: 'string' } }] },
  { $or: [{ a: null }, { b: { $in: [1, 2] } }] },
])('an index may be restricted by %j', (partialFilterExpression) => {
  expect(indexSpecOf({ key: { a: 1 }, name: 'x', partialFilterExpression })).toMatchObject({ partialFilterExpression });
});

const partial = (partialFilterExpression: Document) => ({ key: { a: 1 }, partialFilterExpression });

test.each([0, new Int32(5), Long.fromNumber(2 ** 31 - 1), 0.5])('documents may expire after %s seconds', (seconds) => {
  expect(indexSpecOf({ key: { at: 1 }, name: 'x', expireAfterSeconds: seconds })).toMatchObject({
    expireAfterSeconds: seconds,
  });
});

test.each<[string, Document, number, RegExp]>([
  ['an empty name in its path', { key: { 'a..b': 1 } }, 67, /a\.\.b/],
  ['an empty name before its path', { key: { '.a': 1 } }, 67, /\.a/],
  ['names of more than 2 KiB', { key: { ['x'.repeat(2_040)]: 1 } }, 67, /too large/],
  ['an operator in its path', { key: { 'a.$b': 1 } }, 67, /a\.\$b/],
  [
    'too many fields',
    { key: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`f${i}`, 1])) },
    13103,
    /too many/,
  ],
  ['no field', { key: {} }, 67, /index keys cannot be an empty object/],
  ['a direction of 0', { key: { a: 0 } }, 67, /cannot be 0/],
  ['a TTL of two fields', { key: { at: 1, b: 1 }, expireAfterSeconds: 5 }, 67, /compound indexes do not support TTL/],
  ['a negative TTL', { key: { at: 1 }, expireAfterSeconds: -1 }, 67, /cannot be less than 0/],
  ['a TTL beyond 32 bits', { key: { at: 1 }, expireAfterSeconds: 2 ** 31 }, 67, /within an acceptable range/],
  ['a TTL that is no number', { key: { at: 1 }, expireAfterSeconds: '5' }, 67, /must be numeric.*'string'/],
  ['a TTL of NaN', { key: { at: 1 }, expireAfterSeconds: Number.NaN }, 67, /within an acceptable range/],
  ['no name', { key: { a: 1 }, name: null }, 40414, /name/],
  ['an empty name', { key: { a: 1 }, name: '' }, 67, /names cannot be empty/],
  ['a name that is none', { key: { a: 1 }, name: 5 }, 14, /name/],
  ['an option that nobody knows', { key: { a: 1 }, bogus: 1 }, 197, /'bogus'/],
  ['an unknown version', { key: { a: 1 }, v: 3 }, 2, /'3'/],
  ['a partial filter on what is missing', partial({ a: { $exists: false } }), 67, /\$exists/],
  ['a partial filter by $ne', partial({ $and: [{ a: { $ne: 1 } }] }), 67, /\$ne/],
  ['a partial filter by a pattern', partial({ a: /x/ }), 67, /a/],
  ['a partial filter by $nor', partial({ $nor: [{ a: 1 }] }), 67, /\$nor/],
  ['a partial filter that is no filter', partial({ a: { $nope: 1 } }), 2, /\$nope/],
  ['a partial filter beside sparse', { ...partial({ a: 1 }), sparse: true }, 67, /cannot mix/],
  ['a TTL of _id', { key: { _id: 1 }, expireAfterSeconds: 5 }, 197, /expireAfterSeconds/],
])('an index with %s is refused', (_, spec, code, message) => {
  expect(() => indexSpecOf({ name: 'x', ...spec })).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  );
});

import { expect, test } from '@jest/globals';
import { Binary, Decimal128, Double, Int32, Long, MinKey, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import { compareValues, equalValues } from '#engine/values/compare.ts';
import { valueKey } from '#engine/values/value-key.ts';
import { bsonValue } from '../../../../../support/bson-values.ts';

test('compareValues orders the types as MongoDB documents it', () => {
  const ascending = [
    undefined,
    null,
    Number.NaN,
    -1,
    0,
    '',
    'a',
    {},
    { a: 1 },
    [],
    [1],
    new Binary(new Uint8Array([1])),
    new ObjectId('000000000000000000000000'),
    false,
    true,
    new Date(0),
  ];
  const shuffled = [...ascending].reverse();
  // Array.prototype.sort puts undefined last whatever the comparison says, so the values travel wrapped.
  const sorted = shuffled.map((value) => ({ value })).sort((a, b) => compareValues(a.value, b.value));
  expect(sorted.map(({ value }) => value)).toEqual(ascending);
});

test.each([
  [1, new Double(1)],
  [1, Long.fromNumber(1)],
  [new Int32(1), Long.ONE],
  [0, -0],
  [{ a: 1 }, { a: new Double(1) }],
])('%p equals %p', (a, b) => {
  expect(equalValues(a, b)).toBe(true);
  expect(valueKey(a)).toBe(valueKey(b));
});

test.each([
  [2 ** 53, Long.fromBigInt(2n ** 53n + 1n), -1],
  [Long.MAX_VALUE, 2 ** 63, -1],
  ['\uffee', '\u{1f600}', -1],
  [{ a: 1, b: 2 }, { b: 1, a: 2 }, -1],
  [{ b: 1 }, { a: 'x' }, -1],
  [[1, 2], [1], 1],
  [new Binary(new Uint8Array([9])), new Binary(new Uint8Array([0, 0])), -1],
])('%p against %p gives %p', (a, b, order) => {
  expect(compareValues(a, b)).toBe(order);
  expect(compareValues(b, a)).toBe(-order);
});

test('compareValues is a total order, and values have one key exactly where they are equal', () => {
  fc.assert(
    fc.property(bsonValue, bsonValue, bsonValue, (a, b, c) => {
      expect(compareValues(a, a)).toBe(0);
      expect(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a))).toBe(0);
      const [x, y, z] = [a, b, c].sort(compareValues);
      expect(compareValues(x, y)).toBeLessThanOrEqual(0);
      expect(compareValues(y, z)).toBeLessThanOrEqual(0);
      expect(compareValues(x, z)).toBeLessThanOrEqual(0);
      expect(valueKey(a) === valueKey(b)).toBe(equalValues(a, b));
    }),
    { numRuns: 2000 },
  );
});

test.each([Decimal128.fromString('1'), new Timestamp(1n), new MinKey(), { _bsontype: 'other' }])(
  'compareValues refuses %p, of a type that no service stores',
  (value) => {
    expect(() => compareValues(value, 1)).toThrow(expect.objectContaining({ code: 115 }));
  },
);

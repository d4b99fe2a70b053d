import { describe, expect, test } from '@jest/globals';
import { Binary, Double, Int32, Long, ObjectId } from 'bson';
import fc from 'fast-check';
import { encodeValue } from '#engine/storage/index-key.ts';
import { compareValues } from '#engine/values/compare.ts';

const near = fc
  .tuple(fc.constantFrom(0n, 2n ** 53n, -(2n ** 53n), 2n ** 62n, 2n ** 63n - 5n), fc.integer({ min: -4, max: 4 }))
  .map(([base, offset]) => Long.fromString(String(base + BigInt(offset))));
const number = fc.oneof(
  fc.integer({ min: -300, max: 300 }).map((value) => new Int32(value)),
  fc.double().map((value) => new Double(value)),
  fc.integer({ min: -30, max: 30 }).map((value) => new Double(value / 10)),
  near,
  fc.constantFrom(Number.NaN, -0, 0, Number.POSITIVE_INFINITY, 5e-324, -5e-324).map((value) => new Double(value)),
);
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '\0', '\u0001', 'é', '￿', '😀') }),
  fc.string({ maxLength: 3 }),
);
const scalar = fc.oneof(
  { arbitrary: number, weight: 4 },
  { arbitrary: text, weight: 2 },
  fc.constantFrom<unknown>(null, undefined, true, false),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ maxLength: 4 }).map((bytes) => new Binary(bytes)),
);
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: scalar, weight: 6 },
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

describe('the bytes of an index key', () => {
  test('sort as MongoDB sorts the values', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(Math.sign(Buffer.compare(encodeValue(a), encodeValue(b)))).toBe(compareValues(a, b));
      }),
      { numRuns: 5000 },
    );
  });

  test('sort the other way in a descending field, whatever follows', () => {
    fc.assert(
      fc.property(value, value, scalar, (a, b, next) => {
        const [left, right] = [a, b].map((v) => Buffer.concat([encodeValue(v, true), encodeValue(next)]));
        expect(Math.sign(Buffer.compare(left as Buffer, right as Buffer)) + 0).toBe(-compareValues(a, b) + 0);
      }),
      { numRuns: 3000 },
    );
  });

  test('never begin those of another value', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [left, right] = [encodeValue(a), encodeValue(b)];
        if (!left.equals(right)) expect(left.subarray(0, right.length).equals(right)).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });
});

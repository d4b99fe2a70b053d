import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { encodeValue } from '#engine/storage/index-key.ts';
import { compareValues } from '#engine/values/compare.ts';
import { bsonNumber, bsonValue } from '../../../../../support/bson-values.ts';

const value = fc.oneof({ weight: 9, arbitrary: bsonValue }, fc.constant(undefined));
/** Two numbers are often equal, with different types. */
const pair = fc.oneof(fc.tuple(value, value), fc.tuple(bsonNumber, bsonNumber));

test('the bytes of an index key sort as MongoDB sorts the values', () => {
  fc.assert(
    fc.property(pair, ([a, b]) => {
      expect(Math.sign(Buffer.compare(encodeValue(a), encodeValue(b)))).toBe(compareValues(a, b));
    }),
    { numRuns: 5000 },
  );
});

test('the bytes of an index key sort the other way in a descending field, whatever follows', () => {
  fc.assert(
    fc.property(value, value, value, (a, b, next) => {
      const [left, right] = [a, b].map((v) => Buffer.concat([encodeValue(v, true), encodeValue(next)]));
      expect(Math.sign(Buffer.compare(left as Buffer, right as Buffer)) + 0).toBe(-compareValues(a, b) + 0);
    }),
    { numRuns: 3000 },
  );
});

test('the bytes of an index key never begin those of another value', () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [left, right] = [encodeValue(a), encodeValue(b)];
      if (!left.equals(right)) expect(left.subarray(0, right.length).equals(right)).toBe(false);
    }),
    { numRuns: 3000 },
  );
});

import { Binary, Double, Int32, Long, ObjectId } from 'bson';
import fc from 'fast-check';

/** Integers around the numbers from which on doubles and longs differ. */
const long = fc
  .tuple(fc.constantFrom(0n, 2n ** 53n, -(2n ** 53n), 2n ** 62n, 2n ** 63n - 5n), fc.bigInt({ min: -4n, max: 4n }))
  .map(([base, offset]) => Long.fromBigInt(base + offset));

/**
 * Numbers of all BSON types that the engine supports. Many are close to each other, so that comparisons of types are
 * tested.
 */
export const bsonNumber: fc.Arbitrary<unknown> = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -3, max: 3 }).map((value) => new Int32(value)),
  fc.integer({ min: -3, max: 3 }).map((value) => new Double(value / 2)),
  fc.double(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => Long.fromBigInt(value)),
  long,
  fc.constantFrom(2 ** 53, 0.1, Number.NaN, Infinity, -Infinity, -0, 5e-324, -5e-324),
);

const text = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'ab', '\uffee', '\u{1f600}'),
  fc.string({ unit: fc.constantFrom('a', 'b', '\0', '\u0001', 'é', '\uffff', '\u{1f600}'), maxLength: 5 }),
);

const bsonScalar: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: bsonNumber },
  { weight: 2, arbitrary: text },
  fc.constantFrom(null, true, false),
  fc.date({ noInvalidDate: true }),
  fc.constantFrom('0', '1', 'f').map((digit) => new ObjectId(digit.repeat(24))),
  fc.uint8Array({ maxLength: 3 }).map((bytes) => new Binary(bytes)),
);

/** Any BSON value that the engine supports. Documents and arrays have few field names and few levels. */
export const bsonValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'bson' },
    { weight: 5, arbitrary: bsonScalar },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3, depthIdentifier: 'bson' }) },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3, depthIdentifier: 'bson' }),
    },
  ),
})).value;

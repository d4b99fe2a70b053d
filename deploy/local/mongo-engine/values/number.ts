import { Double, type Int32, Long } from 'bson';
import { bsonType, isInt32 } from './value.ts';

export type BsonNumber = number | bigint | Int32 | Double | Long;

export function isNumber(value: unknown): value is BsonNumber {
  if (typeof value === 'number') return true;
  const type = bsonType(value);
  return type === 'int' || type === 'double' || type === 'long';
}

/** The value of a JavaScript number, an Int32 or a Double; undefined for all other values. Fast, for predicates. */
export function plainNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const wrapper = (value as { _bsontype?: unknown })._bsontype;
  return wrapper === 'Int32' || wrapper === 'Double' ? (value as Int32 | Double).value : undefined;
}

/** A number without its wrapper: a double (also for an int) or a 64-bit integer. */
function unwrap(value: BsonNumber): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  return value._bsontype === 'Long' ? value.toBigInt() : value.value;
}

/**
 * MongoDB's order of numbers: by their exact values, whatever their types. NaN equals itself and is below all other
 * numbers.
 */
export function compareNumbers(a: BsonNumber, b: BsonNumber): number {
  const left = unwrap(a);
  const right = unwrap(b);
  if (typeof left === 'number' && typeof right === 'number') return compareDoubles(left, right);
  if (Number.isNaN(left)) return -1;
  if (Number.isNaN(right)) return 1;
  // JavaScript compares a bigint with a bigint or a number by their mathematical values.
  return left < right ? -1 : Number(left > right);
}

export function compareDoubles(a: number, b: number): number {
  if (a === b) return 0;
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
}

/** The double that is nearest to the number. */
export const toNumber = (value: BsonNumber): number => Number(unwrap(value));

export const isNaNValue = (value: unknown): boolean => isNumber(value) && Number.isNaN(toNumber(value));

/** The value as an exact 64-bit integer; undefined if it is none. */
export function toInteger(value: unknown): bigint | undefined {
  if (!isNumber(value)) return undefined;
  const number = unwrap(value);
  if (typeof number === 'number' && !Number.isInteger(number)) return undefined;
  const whole = BigInt(number);
  return isInt64(whole) ? whole : undefined;
}

const isInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

/**
 * Adds in the wider of the two types (int, long, double). If an int overflows, the sum is a long; undefined if 64 bits
 * overflow.
 */
export function addNumbers(a: BsonNumber, b: BsonNumber): BsonNumber | undefined {
  const types = [bsonType(a), bsonType(b)];
  if (types.includes('double')) {
    const sum = toNumber(a) + toNumber(b);
    // bson would encode a whole number as an int.
    return isInt32(sum) ? new Double(sum) : sum;
  }
  const sum = BigInt(unwrap(a)) + BigInt(unwrap(b));
  if (!isInt64(sum)) return undefined;
  return !types.includes('long') && isInt32(Number(sum)) ? Number(sum) : Long.fromBigInt(sum);
}

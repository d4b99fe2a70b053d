import type { Decimal128, Double, Int32, Long } from 'bson';
import {
  compareFinite,
  type Decimal,
  decimalOfInteger,
  decimalToNumber,
  decodeDecimal,
  exactDecimal,
} from './decimal.ts';
import { bsonType } from './value.ts';

export type NumberType = 'int' | 'long' | 'double' | 'decimal';
export type BsonNumber = number | bigint | Int32 | Double | Long | Decimal128;

export function isNumber(value: unknown): value is BsonNumber {
  if (typeof value === 'number') return true;
  const type = bsonType(value);
  return type === 'int' || type === 'double' || type === 'long' || type === 'decimal';
}

export const numberType = (value: BsonNumber): NumberType => bsonType(value) as NumberType;

/** The double in a number of JavaScript, an int or a double; undefined for all else. Quick, for predicates. */
export function plainNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const wrapper = (value as { _bsontype?: unknown })._bsontype;
  return wrapper === 'Int32' || wrapper === 'Double' ? (value as Int32 | Double).value : undefined;
}

/** A number without its wrapper: a double (ints too), a 64-bit integer or a decimal. */
function unwrap(value: BsonNumber): number | bigint | Decimal {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  switch (value._bsontype) {
    case 'Long':
      return value.toBigInt();
    case 'Decimal128':
      return decodeDecimal(value);
    default:
      return value.value;
  }
}

/** MongoDB's order of numbers: by their exact values whatever their types; NaN equals itself and is below all others. */
export function compareNumbers(a: BsonNumber, b: BsonNumber): number {
  const left = unwrap(a);
  const right = unwrap(b);
  if (typeof left === 'number' && typeof right === 'number') return compareDoubles(left, right);
  if (typeof left === 'object' || typeof right === 'object') return compareWithDecimal(left, right);
  if (Number.isNaN(left)) return -1;
  if (Number.isNaN(right)) return 1;
  // The language compares a bigint with a bigint or a number by their mathematical values.
  return left < right ? -1 : Number(left > right);
}

export function compareDoubles(a: number, b: number): number {
  if (a === b) return 0;
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
}

function compareWithDecimal(left: number | bigint | Decimal, right: number | bigint | Decimal): number {
  const nearest = compareDoubles(nearestDouble(left), nearestDouble(right));
  // Rounding keeps the order: only what rounds to the same double needs all its digits.
  if (nearest !== 0) return nearest;
  const exactLeft = finite(left);
  const exactRight = finite(right);
  if (typeof exactLeft === 'number' || typeof exactRight === 'number') return compareOverflown(exactLeft, exactRight);
  return compareFinite(exactLeft, exactRight);
}

/** Decimals reach farther than doubles: 1E400 rounds to Infinity and is still below it. */
function compareOverflown(left: Decimal, right: Decimal): number {
  if (typeof left === 'number') return typeof right === 'number' ? 0 : Math.sign(left);
  return -Math.sign(right as number);
}

const nearestDouble = (value: number | bigint | Decimal): number =>
  typeof value === 'object' ? decimalToNumber(value) : Number(value);

function finite(value: number | bigint | Decimal): Decimal {
  if (typeof value === 'bigint') return decimalOfInteger(value);
  return typeof value === 'number' && Number.isFinite(value) ? exactDecimal(value) : value;
}

/** The nearest double of any number. */
export const toNumber = (value: BsonNumber): number =>
  typeof value === 'number' ? value : nearestDouble(unwrap(value));

export const isNaNValue = (value: unknown): boolean => isNumber(value) && Number.isNaN(toNumber(value));

/** The value as a whole number of 64 bits, exactly, or undefined where it is none. */
export function toInteger(value: unknown): bigint | undefined {
  if (!isNumber(value)) return undefined;
  const exact = finite(unwrap(value));
  if (typeof exact === 'number') return undefined;
  const whole = truncate(exact);
  return whole !== undefined && compareFinite(exact, decimalOfInteger(whole)) === 0 ? whole : undefined;
}

/** The value towards zero as a whole number of 64 bits, or undefined where it has none (NaN, infinities, too large). */
export function truncateToInteger(value: BsonNumber): bigint | undefined {
  const exact = finite(unwrap(value));
  return typeof exact === 'number' ? undefined : truncate(exact);
}

function truncate({ coefficient, exponent }: Exclude<Decimal, number>): bigint | undefined {
  if (Math.abs(decimalToNumber({ coefficient, exponent })) > 2 ** 64) return undefined;
  const whole = exponent >= 0 ? coefficient * 10n ** BigInt(exponent) : coefficient / 10n ** BigInt(-exponent);
  return BigInt.asIntN(64, whole) === whole ? whole : undefined;
}

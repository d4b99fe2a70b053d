import { Decimal128, Double, Long } from 'bson';
import { type Decimal, decimalOfDouble, decimalOfInteger, decodeDecimal, encodeDecimal } from './decimal.ts';
import { addDecimals, multiplyDecimals } from './decimal-arithmetic.ts';
import { type BsonNumber, type NumberType, numberType, toInteger, toNumber } from './number.ts';
import { isInt32 } from './value.ts';

/** A double that bson writes as a double: a JavaScript number that it would write as an int is wrapped. */
export const doubleOf = (value: number): BsonNumber => (isInt32(value) ? new Double(value) : value);

/** An int where 32 bits suffice, else a long. */
export const intOrLong = (value: bigint): BsonNumber =>
  value >= -0x80000000n && value <= 0x7fffffffn ? Number(value) : Long.fromBigInt(value);

export const isInt64 = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

/** A number as MongoDB brings it to decimal128 before it computes. */
export function toDecimal(value: BsonNumber): Decimal {
  if (value instanceof Decimal128) return decodeDecimal(value);
  if (numberType(value) === 'double') return decimalOfDouble(toNumber(value));
  return decimalOfInteger(toBigInt(value));
}

/** The integer in an int or a long. */
export const toBigInt = (value: BsonNumber): bigint => toInteger(value) ?? 0n;

const WIDTH: Record<NumberType, number> = { int: 0, long: 1, double: 2, decimal: 3 };

/** The wider of two number types: int, long, double, decimal. */
export function commonType(a: BsonNumber, b: BsonNumber): NumberType {
  const [left, right] = [numberType(a), numberType(b)];
  return WIDTH[left] >= WIDTH[right] ? left : right;
}

interface Operation {
  integers: (a: bigint, b: bigint) => bigint;
  doubles: (a: number, b: number) => number;
  decimals: (a: Decimal, b: Decimal) => Decimal;
}

const ADD: Operation = { integers: (a, b) => a + b, doubles: (a, b) => a + b, decimals: addDecimals };
const MULTIPLY: Operation = { integers: (a, b) => a * b, doubles: (a, b) => a * b, decimals: multiplyDecimals };

/** In the wider of the two types; an int grows to a long; undefined where 64 bits overflow. */
function compute(operation: Operation, a: BsonNumber, b: BsonNumber): BsonNumber | undefined {
  const type = commonType(a, b);
  if (type === 'decimal') return encodeDecimal(operation.decimals(toDecimal(a), toDecimal(b)));
  if (type === 'double') return doubleOf(operation.doubles(toNumber(a), toNumber(b)));
  const result = operation.integers(toBigInt(a), toBigInt(b));
  if (!isInt64(result)) return undefined;
  return type === 'int' ? intOrLong(result) : Long.fromBigInt(result);
}

export function addNumbers(a: BsonNumber, b: BsonNumber): BsonNumber | undefined {
  if (typeof a === 'number' && typeof b === 'number' && isInt32(a) && isInt32(b)) {
    const sum = a + b;
    return isInt32(sum) ? sum : Long.fromNumber(sum);
  }
  return compute(ADD, a, b);
}

export const multiplyNumbers = (a: BsonNumber, b: BsonNumber): BsonNumber | undefined => compute(MULTIPLY, a, b);

import { Long } from 'bson';
import {
  addNumbers,
  commonType,
  doubleOf,
  intOrLong,
  multiplyNumbers,
  toBigInt,
  toDecimal,
} from '../../../values/arithmetic.ts';
import {
  type Decimal,
  decimalToNumber,
  encodeDecimal,
  exactDecimal,
  type Rounding,
  rescale,
} from '../../../values/decimal.ts';
import {
  addDecimals,
  divideDecimals,
  isZeroDecimal,
  negateDecimal,
  remainderOfDecimals,
} from '../../../values/decimal-arithmetic.ts';
import { badValue, located, typeMismatch, unsupported } from '../../../values/error.ts';
import { type BsonNumber, isNumber, numberType, toInteger, toNumber } from '../../../values/number.ts';
import { bsonType } from '../../../values/value.ts';
import { eager, isNullish, nullable, type Operator } from './operator.ts';
import { representable } from './representable.ts';

/** The sum; where 64 bits overflow a double, as expressions do. */
export const sum = (a: BsonNumber, b: BsonNumber): BsonNumber =>
  addNumbers(a, b) ?? doubleOf(toNumber(a) + toNumber(b));

const product = (a: BsonNumber, b: BsonNumber): BsonNumber =>
  multiplyNumbers(a, b) ?? doubleOf(toNumber(a) * toNumber(b));

export function negate(value: BsonNumber): BsonNumber {
  if (numberType(value) === 'decimal') return encodeDecimal(negateDecimal(toDecimal(value)));
  if (numberType(value) === 'double') return doubleOf(-toNumber(value));
  return product(value, -1);
}

function numbers(args: readonly unknown[], name: string): BsonNumber[] {
  return args.map((value) => {
    if (isNumber(value)) return value;
    throw typeMismatch(`${name} only supports numeric types, not ${bsonType(value)}`);
  });
}

function add(args: readonly unknown[], name: string): unknown {
  const dates = args.filter((value) => value instanceof Date);
  if (dates.length > 1) throw located(16612, 'only one date allowed in an $add expression');
  const total = numbers(
    args.filter((value) => !(value instanceof Date)),
    name,
  ).reduce(sum, 0);
  const [date] = dates;
  return date === undefined ? total : shifted(date, total);
}

const shifted = (date: Date, milliseconds: BsonNumber): Date =>
  representable(new Date(date.getTime() + Math.round(toNumber(milliseconds))));

function subtract([a, b]: readonly unknown[], name: string): unknown {
  if (a instanceof Date && b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
  if (a instanceof Date) return shifted(a, negate(numbers([b], name)[0] as BsonNumber));
  const [left, right] = numbers([a, b], name) as [BsonNumber, BsonNumber];
  if (numberType(left) === 'decimal' || numberType(right) === 'decimal') {
    return encodeDecimal(addDecimals(toDecimal(left), negateDecimal(toDecimal(right))));
  }
  if (commonType(left, right) === 'double') return doubleOf(toNumber(left) - toNumber(right));
  // The negative of the least long is no long: the difference is found without it.
  const difference = toBigInt(left) - toBigInt(right);
  if (commonType(left, right) === 'int') return intOrLong(difference);
  return BigInt.asIntN(64, difference) === difference ? Long.fromBigInt(difference) : doubleOf(Number(difference));
}

/** Always a double, of decimals a decimal. */
export function divide(a: BsonNumber, b: BsonNumber): BsonNumber {
  if (isZeroDecimal(toDecimal(b))) throw badValue("can't $divide by zero");
  if (commonType(a, b) === 'decimal') return encodeDecimal(divideDecimals(toDecimal(a), toDecimal(b)));
  return doubleOf(toNumber(a) / toNumber(b));
}

function modulo([a, b]: readonly unknown[], name: string): unknown {
  const [left, right] = numbers([a, b], name) as [BsonNumber, BsonNumber];
  if (isZeroDecimal(toDecimal(right))) throw located(16610, "can't $mod by zero");
  const type = commonType(left, right);
  if (type === 'decimal') return encodeDecimal(remainderOfDecimals(toDecimal(left), toDecimal(right)));
  if (type === 'double') return doubleOf(toNumber(left) % toNumber(right));
  const rest = toBigInt(left) % toBigInt(right);
  return type === 'int' ? Number(rest) : Long.fromBigInt(rest);
}

function absolute([value]: readonly unknown[], name: string): unknown {
  const [number] = numbers([value], name) as [BsonNumber];
  if (toInteger(number) === -(2n ** 63n) && numberType(number) === 'long') {
    throw located(28680, "can't take $abs of long long min");
  }
  return toNumber(number) < 0 ? negate(number) : number;
}

/** To `place` digits behind the point; a double by its exact value. */
function rounded(rounding: Rounding): (args: readonly unknown[], name: string) => unknown {
  return ([value, digits = 0], name) => {
    const [number] = numbers([value], name) as [BsonNumber];
    const place = toInteger(digits);
    if (place === undefined) throw located(51082, `precision argument to ${name} must be a integral value`);
    if (place < -20n || place > 100n)
      throw located(51083, `cannot apply ${name} with precision value ${place} value must be in [-20, 100]`);
    const type = numberType(number);
    const exact: Decimal = type === 'double' ? exactOf(toNumber(number)) : toDecimal(number);
    if (typeof exact === 'number' || (type !== 'decimal' && -Number(place) <= exact.exponent)) return number;
    const result = rescale(exact, -Number(place), rounding);
    if (type === 'decimal') return encodeDecimal(result);
    if (type === 'double') return doubleOf(decimalToNumber(result));
    const whole = result.coefficient * 10n ** BigInt(result.exponent);
    return type === 'int' ? intOrLong(whole) : Long.fromBigInt(whole);
  };
}

const exactOf = (value: number): Decimal => (Number.isFinite(value) ? exactDecimal(value) : value);

/** A function of doubles; MongoDB computes decimals to 34 digits, which is not done here. */
function ofDoubles(arity: number, evaluate: (...args: number[]) => number): Operator {
  return nullable(arity, arity, (args, name) => {
    const operands = numbers(args, name);
    if (operands.some((operand) => numberType(operand) === 'decimal')) throw unsupported(`${name} of a decimal`);
    return doubleOf(evaluate(...operands.map(toNumber)));
  });
}

function positive(name: string, code: number, value: number): number {
  if (value <= 0) throw located(code, `${name}'s argument must be a positive number, but is ${value}`);
  return value;
}

function power([base, exponent]: readonly unknown[], name: string): unknown {
  const [left, right] = numbers([base, exponent], name) as [BsonNumber, BsonNumber];
  const type = commonType(left, right);
  if (type === 'decimal') throw unsupported('$pow of a decimal');
  if (toNumber(left) === 0 && toNumber(right) < 0)
    throw located(28764, '$pow cannot take a base of 0 and a negative exponent');
  const result = toNumber(left) ** toNumber(right);
  if (type === 'double' || !Number.isInteger(result) || Math.abs(result) > 2 ** 64) return doubleOf(result);
  // A whole result of a negative exponent is that of 1 or -1, whose powers are their own inverses.
  const whole = toBigInt(left) ** (toNumber(right) < 0 ? -toBigInt(right) : toBigInt(right));
  if (BigInt.asIntN(64, whole) !== whole) return doubleOf(result);
  return type === 'int' ? intOrLong(whole) : Long.fromBigInt(whole);
}

/** Null at the first argument that is null or missing; what is no number before it is refused all the same. */
function fromTheLeft(evaluate: (args: readonly unknown[], name: string) => unknown): Operator {
  return eager(0, Infinity, (args, name) => {
    const end = args.findIndex(isNullish);
    const result = evaluate(end < 0 ? args : args.slice(0, end), name);
    return end < 0 ? result : null;
  });
}

export const ARITHMETIC: Record<string, Operator> = {
  $add: fromTheLeft(add),
  $subtract: nullable(2, 2, subtract),
  $multiply: fromTheLeft((args, name) => numbers(args, name).reduce(product, 1)),
  $divide: nullable(2, 2, (args, name) => divide(...(numbers(args, name) as [BsonNumber, BsonNumber]))),
  $mod: nullable(2, 2, modulo),
  $abs: nullable(1, 1, absolute),
  $ceil: nullable(1, 1, rounded('ceil')),
  $floor: nullable(1, 1, rounded('floor')),
  $round: nullable(1, 2, rounded('half-even')),
  $trunc: nullable(1, 2, rounded('truncate')),
  $pow: nullable(2, 2, power),
  $exp: ofDoubles(1, Math.exp),
  $ln: ofDoubles(1, (value) => Math.log(positive('$ln', 28766, value))),
  $log10: ofDoubles(1, (value) => Math.log10(positive('$log10', 28761, value))),
  $log: ofDoubles(
    2,
    (value, base) => Math.log(positive('$log', 28758, value)) / Math.log(positive('$log', 28759, base)),
  ),
  $sqrt: ofDoubles(1, (value) => {
    if (value < 0) throw located(28714, "$sqrt's argument must be greater than or equal to 0");
    return Math.sqrt(value);
  }),
  $isNumber: eager(1, 1, ([value]) => isNumber(value)),
};

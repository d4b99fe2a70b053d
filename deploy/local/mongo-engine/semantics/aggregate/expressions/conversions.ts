import { type Decimal128, Long, ObjectId } from 'bson';
import { doubleOf, intOrLong, toDecimal } from '../../../values/arithmetic.ts';
import { encodeDecimal, parseDecimal } from '../../../values/decimal.ts';
import { MongoError, unsupported } from '../../../values/error.ts';
import { type BsonNumber, isNumber, numberType, toNumber, truncateToInteger } from '../../../values/number.ts';
import { asDocument, bsonType } from '../../../values/value.ts';
import { isTruthy } from '../../match/value-tests.ts';
import { eager, isNullish, namedArguments, type Operator } from './operator.ts';

const failure = (message: string): MongoError =>
  new MongoError(241, 'ConversionFailure', `${message} in $convert with no onError value`);

const unconvertible = (value: unknown, to: string): MongoError =>
  failure(`Unsupported conversion from ${bsonType(value)} to ${to}`);

/** A scalar as MongoDB writes it into a string. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (!isNumber(value)) throw unconvertible(value, 'string');
  return numberType(value) === 'double' ? String(toNumber(value)) : String(value);
}

function toWhole(value: unknown, to: 'int' | 'long'): bigint {
  const number = integral(value, to);
  const bits = to === 'int' ? 32 : 64;
  if (number === undefined || BigInt.asIntN(bits, number) !== number) {
    throw failure(`Conversion would overflow target type: ${String(value)} to ${to}`);
  }
  return number;
}

function integral(value: unknown, to: string): bigint | undefined {
  if (typeof value === 'boolean') return BigInt(value);
  if (value instanceof Date && to === 'long') return BigInt(value.getTime());
  if (typeof value === 'string') {
    if (!/^[+-]?\d+$/.test(value)) throw failure(`Failed to parse number '${value}'`);
    return BigInt(value.replace('+', ''));
  }
  if (!isNumber(value)) throw unconvertible(value, to);
  return truncateToInteger(value);
}

function toDouble(value: unknown): BsonNumber {
  if (typeof value === 'string') return doubleOf(parsedDouble(value));
  if (typeof value === 'boolean') return doubleOf(Number(value));
  if (value instanceof Date) return doubleOf(value.getTime());
  if (!isNumber(value)) throw unconvertible(value, 'double');
  return doubleOf(toNumber(value));
}

const NUMERAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function parsedDouble(text: string): number {
  if (NUMERAL.test(text)) return Number(text);
  const special = /^([+-])?(inf|infinity|nan)$/i.exec(text);
  if (special === null) throw failure(`Failed to parse number '${text}'`);
  if (special[2]?.toLowerCase() === 'nan') return Number.NaN;
  return special[1] === '-' ? -Infinity : Infinity;
}

/** Characters of a number: to read more takes longer than their square. */
const MAX_DIGITS = 10_000;

function decimalOf(value: unknown): Decimal128 {
  if (typeof value === 'string') {
    if (value.length > MAX_DIGITS) throw failure(`Failed to parse number of ${value.length} characters`);
    return encodeDecimal(NUMERAL.test(value) ? parseDecimal(value.replace(/^\+/, '')) : parsedDouble(value));
  }
  if (typeof value === 'boolean') return encodeDecimal(toDecimal(Number(value)));
  if (value instanceof Date) return encodeDecimal(toDecimal(Long.fromNumber(value.getTime())));
  if (!isNumber(value)) throw unconvertible(value, 'decimal');
  return numberType(value) === 'decimal' ? (value as Decimal128) : encodeDecimal(toDecimal(value));
}

/** With the date alone or with a time; without an offset it is UTC. */
const ISO_DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

export function dateOf(value: unknown): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (typeof value === 'string') return parsedDate(value);
  if (isNumber(value) && numberType(value) !== 'int') {
    const milliseconds = truncateToInteger(value);
    const date = new Date(Number(milliseconds));
    if (!Number.isNaN(date.getTime())) return date;
    if (milliseconds !== undefined) throw failure(`Attempt to convert value ${milliseconds} out of range to date`);
  }
  throw unconvertible(value, 'date');
}

function parsedDate(text: string): Date {
  const [, day, time = '00:00', offset = 'Z'] = ISO_DATE.exec(text) ?? [];
  if (day === undefined) throw unsupported(`reading '${text}' as a date, other than by ISO 8601,`);
  const date = new Date(`${day}T${time}${offset.replace(/([+-]\d{2})(\d{2})/, '$1:$2')}`);
  if (Number.isNaN(date.getTime())) throw failure(`Error parsing date string '${text}'`);
  return date;
}

function objectIdOf(value: unknown): ObjectId {
  if (value instanceof ObjectId) return value;
  if (typeof value !== 'string') throw unconvertible(value, 'objectId');
  if (!/^[0-9a-f]{24}$/i.test(value)) throw failure(`Failed to parse objectId '${value}'`);
  return new ObjectId(value);
}

const CONVERTERS: Record<string, (value: unknown) => unknown> = {
  int: (value) => intOrLong(toWhole(value, 'int')),
  long: (value) => Long.fromBigInt(toWhole(value, 'long')),
  double: toDouble,
  decimal: decimalOf,
  string: textOf,
  bool: (value) => (isNumber(value) || typeof value === 'boolean' ? isTruthy(value) : true),
  date: dateOf,
  objectId: objectIdOf,
};

const CODES: Record<number, string> = {
  1: 'double',
  2: 'string',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  16: 'int',
  18: 'long',
  19: 'decimal',
};

const to = (type: string): Operator => eager(1, 1, ([value]) => (isNullish(value) ? null : CONVERTERS[type]?.(value)));

const convert: Operator = (operand, compile, name) => {
  const args = namedArguments(operand, compile, name, ['input', 'to'], ['onError', 'onNull']);
  return (scope) => {
    const value = args.input?.(scope);
    if (isNullish(value)) return args.onNull === undefined ? null : args.onNull(scope);
    const wanted = args.to?.(scope);
    const type = isNumber(wanted) ? CODES[toNumber(wanted)] : wanted;
    const converter = typeof type === 'string' && Object.hasOwn(CONVERTERS, type) ? CONVERTERS[type] : undefined;
    if (converter === undefined) throw unsupported(`$convert to ${String(asDocument(wanted)?.type ?? wanted)}`);
    return attempt(() => converter(value), args.onError && (() => args.onError?.(scope)));
  };
};

function attempt(convertValue: () => unknown, onError: (() => unknown) | undefined): unknown {
  try {
    return convertValue();
  } catch (error) {
    if (onError !== undefined && error instanceof MongoError && error.code === 241) return onError();
    throw error;
  }
}

export const CONVERSIONS: Record<string, Operator> = {
  $toInt: to('int'),
  $toLong: to('long'),
  $toDouble: to('double'),
  $toDecimal: to('decimal'),
  $toString: to('string'),
  $toBool: to('bool'),
  $toDate: to('date'),
  $toObjectId: to('objectId'),
  $convert: convert,
  $type: eager(1, 1, ([value]) => bsonType(value)),
};

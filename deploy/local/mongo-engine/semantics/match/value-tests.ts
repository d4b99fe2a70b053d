import type { BSONRegExp, BSONSymbol } from 'bson';
import { compareStrings, compareValues, equalValues } from '../../values/compare.ts';
import { badValue } from '../../values/error.ts';
import {
  compareDoubles,
  isNaNValue,
  isNumber,
  plainNumber,
  toInteger,
  truncateToInteger,
} from '../../values/number.ts';
import { bsonType, isOperatorDocument, typeRank } from '../../values/value.ts';
import { valueKey } from '../../values/value-key.ts';
import { spend, spendOn } from '../../values/watch.ts';
import type { ValueTest } from './reach.ts';
import { compileRegex } from './regex.ts';

export const isRegex = (value: unknown): value is RegExp | BSONRegExp => bsonType(value) === 'regex';

/** MongoDB's truth: everything but false, zero, null and what is missing. */
export function isTruthy(value: unknown): boolean {
  if (isNumber(value)) return compareValues(value, 0) !== 0;
  return value !== false && value !== null && value !== undefined;
}

/** Equality with one value; null is also equal to what is missing. */
export function compileEquality(operand: unknown): ValueTest {
  if (operand === undefined) throw badValue('cannot compare to undefined');
  if (operand === null) return (value) => value === null || value === undefined;
  if (typeof operand === 'boolean') return (value) => value === operand;
  if (typeof operand === 'string') return (value) => value === operand || isSymbol(value, operand);
  const number = plainNumber(operand);
  if (number !== undefined) return compileNumberEquality(number);
  return (value) => value === operand || (value !== undefined && compareValues(value, operand) === 0);
}

function compileNumberEquality(number: number): ValueTest {
  return (value) => {
    const plain = plainNumber(value);
    if (plain !== undefined) return compareDoubles(plain, number) === 0;
    return isNumber(value) && compareValues(value, number) === 0;
  };
}

const isSymbol = (value: unknown, text: string): boolean =>
  typeof value === 'object' && bsonType(value) === 'symbol' && (value as BSONSymbol).value === text;

/** A range: values of the operand's type alone, except that MinKey and MaxKey bound all types. */
export function compileComparison(operand: unknown, holds: (order: number) => boolean): ValueTest {
  const type = bsonType(operand);
  if (type === 'regex') throw badValue("Can't have RegEx as arg to predicate over field.");
  if (type === 'missing') throw badValue('cannot compare to undefined');
  if (type === 'null') return (value) => (value === null || value === undefined) && holds(0);
  if (type === 'minKey' || type === 'maxKey') return (value) => holds(compareValues(value, operand));
  if (typeof operand === 'string')
    return (value) => {
      const text = textOf(value);
      return text !== undefined && holds(compareStrings(text, operand));
    };
  if (isNumber(operand)) return compileNumberComparison(operand, holds);
  const rank = typeRank(operand);
  return (value) => typeRank(value) === rank && holds(compareValues(value, operand));
}

/** As in MongoDB a symbol compares as a text. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && bsonType(value) === 'symbol' ? (value as BSONSymbol).value : undefined;
}

/** NaN is in no range but its own. */
function compileNumberComparison(operand: unknown, holds: (order: number) => boolean): ValueTest {
  if (isNaNValue(operand)) return (value) => holds(0) && isNaNValue(value);
  const bound = plainNumber(operand);
  return (value) => {
    const plain = bound === undefined ? undefined : plainNumber(value);
    if (plain !== undefined) return !Number.isNaN(plain) && holds(compareDoubles(plain, bound as number));
    return isNumber(value) && !isNaNValue(value) && holds(compareValues(value, operand));
  };
}

/** Up to this many values a walk is as fast as a look-up. */
const FEW = 8;

export function compileIn(name: string, operand: unknown): ValueTest {
  if (!Array.isArray(operand)) throw badValue(`${name} needs an array`);
  if (operand.some(isOperatorDocument)) throw badValue(`cannot nest $ under ${name}`);
  if (operand.length > FEW && !operand.some(isRegex)) return compileLookup(operand);
  const tests = operand.map((value) => (isRegex(value) ? compileRegexTest(value, undefined) : compileEquality(value)));
  return (value) => {
    spend(tests.length);
    for (const test of tests) if (test(value)) return true;
    return false;
  };
}

function compileLookup(operand: unknown[]): ValueTest {
  // An index mostly answers it, and then nothing is looked up.
  let keys: Set<unknown> | undefined;
  const orMissing = operand.includes(null);
  return (value) => {
    keys ??= new Set(operand.map(valueKey));
    return value === undefined ? orMissing : keys.has(valueKey(value));
  };
}

export function compileRegexTest(operand: unknown, options: unknown): ValueTest {
  if (typeof operand !== 'string' && !isRegex(operand)) throw badValue('$regex has to be a string');
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  const regex = compileRegex(operand, options);
  const isFoundIn = (text: string): boolean => {
    spendOn(text);
    return regex.test(text);
  };
  return (value) => {
    if (typeof value === 'string') return isFoundIn(value);
    const type = typeof value === 'object' ? bsonType(value) : 'missing';
    if (type === 'symbol') return isFoundIn((value as BSONSymbol).value);
    return type === 'regex' && isRegex(operand) && equalValues(value, operand);
  };
}

export function compileMod(operand: unknown): ValueTest {
  if (!Array.isArray(operand)) throw badValue('malformed mod, needs to be an array');
  if (operand.length < 2) throw badValue('malformed mod, not enough elements');
  if (operand.length > 2) throw badValue('malformed mod, too many elements');
  const [divisor, remainder] = operand.map((part) => (isNumber(part) ? truncateToInteger(part) : undefined));
  if (divisor === undefined) throw badValue('malformed mod, divisor not a number');
  if (remainder === undefined) throw badValue('malformed mod, remainder not a number');
  if (divisor === 0n) throw badValue('divisor cannot be 0');
  return (value) => {
    const whole = isNumber(value) ? truncateToInteger(value) : undefined;
    return whole !== undefined && whole % divisor === remainder;
  };
}

export function compileSize(operand: unknown): ValueTest {
  const size = toInteger(operand);
  if (size === undefined) throw badValue(`Failed to parse $size. Expected an integer, but found: ${String(operand)}`);
  if (size < 0n) throw badValue(`Failed to parse $size. Expected a non-negative number in: $size: ${size}`);
  return (value) => Array.isArray(value) && value.length === Number(size);
}

const TYPE_CODES: Record<string, string> = {
  '-1': 'minKey',
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  5: 'binData',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  10: 'null',
  11: 'regex',
  13: 'javascript',
  14: 'symbol',
  15: 'javascriptWithScope',
  16: 'int',
  17: 'timestamp',
  18: 'long',
  19: 'decimal',
  127: 'maxKey',
};
const TYPE_NAMES = new Set(Object.values(TYPE_CODES));
const NUMBERS = ['int', 'long', 'double', 'decimal'];

export function compileTypeTest(operand: unknown): ValueTest {
  const wanted = Array.isArray(operand) ? operand : [operand];
  if (wanted.length === 0) throw badValue('a must match at least one type');
  const types = new Set<string>(wanted.flatMap(typeNames));
  return (value) => types.has(bsonType(value));
}

function typeNames(type: unknown): string[] {
  if (type === 'number') return NUMBERS;
  if (typeof type === 'string') {
    if (!TYPE_NAMES.has(type)) throw badValue(`Unknown type name alias: ${type}`);
    return [type];
  }
  const code = toInteger(type);
  if (code === undefined) throw badValue('type must be represented as a number or a string');
  const name = TYPE_CODES[String(code)];
  if (name === undefined) throw badValue(`Invalid numerical type code: ${code}`);
  return [name];
}

import { compareStrings, compareValues } from '../../values/compare.ts';
import { badValue } from '../../values/error.ts';
import { compareDoubles, isNaNValue, isNumber, plainNumber } from '../../values/number.ts';
import { bsonType, isOperatorDocument, typeRank } from '../../values/value.ts';
import { valueKey } from '../../values/value-key.ts';
import { spend } from '../../values/watch.ts';
import type { ValueTest } from './reach.ts';
import { compileRegex } from './regex.ts';

/** True for any value except false, zero, null and a missing value, as in MongoDB. */
export function isTruthy(value: unknown): boolean {
  if (isNumber(value)) return compareValues(value, 0) !== 0;
  return value !== false && value !== null && value !== undefined;
}

/** Equality with a value. Null also equals a missing value. */
export function compileEquality(operand: unknown): ValueTest {
  if (operand === undefined) throw badValue('cannot compare to undefined');
  if (operand === null) return (value) => value === null || value === undefined;
  if (typeof operand === 'boolean' || typeof operand === 'string') return (value) => value === operand;
  const number = plainNumber(operand);
  if (number !== undefined) return compileNumberEquality(number);
  // Refuses a type that the engine does not have, even if there is no value to compare with.
  bsonType(operand);
  return (value) => value === operand || (value !== undefined && compareValues(value, operand) === 0);
}

function compileNumberEquality(number: number): ValueTest {
  return (value) => {
    const plain = plainNumber(value);
    if (plain !== undefined) return compareDoubles(plain, number) === 0;
    return isNumber(value) && compareValues(value, number) === 0;
  };
}

/** A range. It contains only values of the operand's type. */
export function compileComparison(operand: unknown, holds: (order: number) => boolean): ValueTest {
  const type = bsonType(operand);
  if (type === 'missing') throw badValue('cannot compare to undefined');
  if (type === 'null') return (value) => (value === null || value === undefined) && holds(0);
  if (typeof operand === 'string') return (value) => typeof value === 'string' && holds(compareStrings(value, operand));
  if (isNumber(operand)) return compileNumberComparison(operand, holds);
  const rank = typeRank(operand);
  return (value) => typeRank(value) === rank && holds(compareValues(value, operand));
}

/** NaN is only in its own range. */
function compileNumberComparison(operand: unknown, holds: (order: number) => boolean): ValueTest {
  if (isNaNValue(operand)) return (value) => holds(0) && isNaNValue(value);
  const bound = plainNumber(operand);
  return (value) => {
    const plain = bound === undefined ? undefined : plainNumber(value);
    if (plain !== undefined) return !Number.isNaN(plain) && holds(compareDoubles(plain, bound as number));
    return isNumber(value) && !isNaNValue(value) && holds(compareValues(value, operand));
  };
}

/** Up to this number of values, a loop is as fast as a lookup. */
const FEW = 8;

export function compileIn(name: string, operand: unknown): ValueTest {
  if (!Array.isArray(operand)) throw badValue(`${name} needs an array`);
  if (operand.some(isOperatorDocument)) throw badValue(`cannot nest $ under ${name}`);
  if (operand.length > FEW) return compileLookup(operand);
  const tests = operand.map(compileEquality);
  return (value) => {
    spend(tests.length);
    for (const test of tests) if (test(value)) return true;
    return false;
  };
}

function compileLookup(operand: unknown[]): ValueTest {
  // Made on first use: mostly an index answers the query, and no lookup is needed.
  let keys: Set<unknown> | undefined;
  const orMissing = operand.includes(null);
  return (value) => {
    keys ??= new Set(operand.map(valueKey));
    return value === undefined ? orMissing : keys.has(valueKey(value));
  };
}

export function compileRegexTest(operand: unknown, options: unknown): ValueTest {
  const isFoundIn = compileRegex(operand, options);
  return (value) => typeof value === 'string' && isFoundIn(value);
}

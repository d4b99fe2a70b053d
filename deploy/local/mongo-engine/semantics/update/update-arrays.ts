import { EJSON } from 'bson';
import { compareValues, equalValues } from '../../values/compare.ts';
import { badValue, failedToParse, typeMismatch } from '../../values/error.ts';
import { toInteger } from '../../values/number.ts';
import { checkViable } from '../../values/path.ts';
import { asDocument, bsonType, isOperatorDocument } from '../../values/value.ts';
import { valueKey } from '../../values/value-key.ts';
import { compileFilter } from '../match/match.ts';
import { isRegex } from '../match/value-tests.ts';
import { compileSort } from '../sort.ts';
import { documentOf, type Modify, type Target } from './update-target.ts';

function arrayOf(current: unknown, target: Target): unknown[] {
  if (Array.isArray(current)) return current;
  throw badValue(
    `The field '${target.path}' must be an array but is of type ${bsonType(current)} in document ${documentOf(target)}`,
  );
}

interface PushPlan {
  values: unknown[];
  position: number | undefined;
  slice: number | undefined;
  order: ((a: unknown, b: unknown) => number) | undefined;
}

export function compilePush(operand: unknown): Modify {
  const plan = pushPlan(operand);
  return (current, target) => {
    const array = current === undefined ? [] : arrayOf(current, target);
    if (plan.values.length === 0 && plan.order === undefined && plan.slice === undefined) return current ?? array;
    const pushed = insertAt(array, plan);
    if (plan.order !== undefined) pushed.sort(plan.order);
    if (plan.slice === undefined) return pushed;
    return plan.slice >= 0 ? pushed.slice(0, plan.slice) : pushed.slice(plan.slice);
  };
}

function insertAt(array: unknown[], { values, position }: PushPlan): unknown[] {
  return position === undefined
    ? [...array, ...values]
    : [...array.slice(0, position), ...values, ...array.slice(position)];
}

function pushPlan(operand: unknown): PushPlan {
  const clauses = asDocument(operand);
  if (clauses === undefined || !('$each' in clauses)) {
    return { values: [operand], position: undefined, slice: undefined, order: undefined };
  }
  const stranger = Object.keys(clauses).find((name) => !/^\$(each|slice|sort|position)$/.test(name));
  if (stranger !== undefined) throw badValue(`Unrecognized clause in $push: ${stranger}`);
  return {
    values: eachOf('$push', clauses.$each),
    position: integerClause('$position', clauses.$position),
    slice: integerClause('$slice', clauses.$slice),
    order: '$sort' in clauses ? elementOrder(clauses.$sort) : undefined,
  };
}

function eachOf(name: string, each: unknown): unknown[] {
  if (Array.isArray(each)) return each;
  throw badValue(`The argument to $each in ${name} must be an array but it was of type: ${bsonType(each)}`);
}

function integerClause(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const integer = toInteger(value);
  if (integer === undefined)
    throw badValue(`The value for ${name} must be an integer value but was given type: ${bsonType(value)}`);
  return Number(integer);
}

/** `$sort: -1` orders the elements themselves, `$sort: {a: 1}` what they hold. */
function elementOrder(spec: unknown): (a: unknown, b: unknown) => number {
  const fields = asDocument(spec);
  const direction = toInteger(spec);
  if (fields !== undefined && Object.keys(fields).length > 0) {
    const compare = compileSort(fields);
    return (a, b) => compare(asDocument(a) ?? {}, asDocument(b) ?? {});
  }
  if (direction !== 1n && direction !== -1n) {
    throw badValue('The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields');
  }
  return (a, b) => compareValues(a, b) * Number(direction);
}

export function compileAddToSet(operand: unknown): Modify {
  const clauses = asDocument(operand);
  const values = clauses !== undefined && '$each' in clauses ? eachOf('$addToSet', clauses.$each) : [operand];
  const stranger = clauses !== undefined && '$each' in clauses && Object.keys(clauses).find((name) => name !== '$each');
  if (stranger) throw badValue(`Found unexpected fields after $each in $addToSet: ${stranger}`);
  const distinct = new Map<string, unknown>();
  for (const value of values) {
    const key = valueKey(value);
    if (!distinct.has(key)) distinct.set(key, value);
  }
  return (current, target) => {
    const array = current === undefined ? [] : arrayOf(current, target);
    const missing = new Map(distinct);
    for (const element of array) {
      if (missing.size === 0) break;
      missing.delete(valueKey(element));
    }
    return missing.size === 0 ? (current ?? array) : [...array, ...missing.values()];
  };
}

function nothing({ document, path }: Target): undefined {
  checkViable(document, path);
}

export function compilePop(operand: unknown): Modify {
  const end = toInteger(operand);
  if (end !== 1n && end !== -1n) throw failedToParse(`$pop expects 1 or -1, found: ${EJSON.stringify(operand)}`);
  return (current, target) => {
    if (current === undefined) return nothing(target);
    if (!Array.isArray(current))
      throw typeMismatch(`Path '${target.path}' contains an element of non-array type '${bsonType(current)}'`);
    if (current.length === 0) return current;
    return end === 1n ? current.slice(0, -1) : current.slice(1);
  };
}

const removing =
  (matches: (element: unknown) => boolean): Modify =>
  (current, target) => {
    if (current === undefined) return nothing(target);
    const array = arrayOf(current, target);
    const kept = array.filter((element) => !matches(element));
    return kept.length === array.length ? array : kept;
  };

export function compilePullAll(operand: unknown): Modify {
  if (!Array.isArray(operand))
    throw badValue(`$pullAll requires an array argument but was given a ${bsonType(operand)}`);
  const keys = new Set(operand.map(valueKey));
  return removing((element) => keys.has(valueKey(element)));
}

/** Operators on a value and regular expressions are put to each element, a document is a filter to elements that are documents. */
export function compilePull(operand: unknown): Modify {
  const isFilter = /^\$(and|or|nor|expr|comment)$/.test(Object.keys(asDocument(operand) ?? {})[0] ?? '');
  if ((isOperatorDocument(operand) && !isFilter) || isRegex(operand)) {
    const matches = compileFilter({ element: operand });
    return removing((element) => matches({ element }));
  }
  const filter = asDocument(operand);
  if (filter === undefined) return removing((element) => equalValues(element, operand));
  const matches = compileFilter(filter);
  return removing((element) => {
    const document = asDocument(element);
    return document !== undefined && matches(document);
  });
}

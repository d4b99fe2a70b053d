import { compareValues, equalValues } from '../../../values/compare.ts';
import { badValue, located, MongoError } from '../../../values/error.ts';
import { nameInBytes, nameInMemory } from '../../../values/names.ts';
import { isNumber, toInteger } from '../../../values/number.ts';
import { asDocument, bsonType, field, isInt32, setField } from '../../../values/value.ts';
import { compileSort } from '../../sort.ts';
import type { Scope } from '../scope.ts';
import { countFields } from './objects.ts';
import { declaredArguments, eager, isNullish, namedArguments, nullable, type Operator } from './operator.ts';

export function arrayOf(value: unknown, name: string, code = 17124): unknown[] {
  if (Array.isArray(value)) return value;
  throw located(code, `${name} requires an array, but was passed an argument of type ${bsonType(value)}`);
}

export function integerOf(value: unknown, name: string, code: number): number {
  const integer = toInteger(value);
  if (integer === undefined) throw located(code, `${name} requires an integer, but found ${bsonType(value)}`);
  return Number(integer);
}

function elementAt([value, position]: readonly unknown[], name: string): unknown {
  const array = arrayOf(value, name, 28689);
  return array.at(integerOf(position, name, 28691));
}

function slice([value, from, count]: readonly unknown[], name: string): unknown {
  const array = arrayOf(value, name, 28724);
  const first = integerOf(from, name, 28726);
  if (count === undefined) return first >= 0 ? array.slice(0, first) : array.slice(first);
  const length = integerOf(count, name, 28728);
  if (length <= 0) throw located(28729, `Third argument to $slice must be positive: ${length}`);
  const start = first >= 0 ? first : Math.max(array.length + first, 0);
  return array.slice(start, start + length);
}

function indexOf([value, sought, from = 0, to = Number.MAX_SAFE_INTEGER]: readonly unknown[], name: string): unknown {
  if (isNullish(value)) return null;
  const array = arrayOf(value, name, 40090);
  const [start, limit] = [integerOf(from, name, 40096), integerOf(to, name, 40096)];
  if (start < 0 || limit < 0) throw located(40097, `${name} requires a nonnegative index`);
  const end = Math.min(limit, array.length);
  for (let i = start; i < end; i++) if (equalValues(array[i], sought)) return i;
  return -1;
}

/** MongoDB: internalQueryMaxRangeBytes. */
const MAX_RANGE = 100 * 1024 * 1024;

/** @throws MongoError 146 for an array that one expression may not make */
export function checkLength(length: number, name: string): void {
  const size = 16 * length;
  if (size > MAX_RANGE) throw tooMuch(name, size, MAX_RANGE);
}

function tooMuch(name: string, size: number, limit: number): MongoError {
  const words = `${name} would use too much memory (${size} bytes) and cannot spill to disk. Memory limit: ${limit} bytes`;
  return new MongoError(146, 'ExceededMemoryLimit', words);
}

/** Bytes of the arrays that the expressions of one document make anew: it may hold them all. */
const MAX_MADE = 512 * 1024 * 1024;
const made = new WeakMap<object, number>();

/** Counts an array that `scope`'s document gets. @throws MongoError 146 for one that is too long, or one too many */
export function countMade(length: number, name: string, { root }: Scope): void {
  checkLength(length, name);
  const total = (made.get(root as object) ?? 0) + 16 * length;
  if (total > MAX_MADE) throw tooMuch(name, total, MAX_MADE);
  made.set(root as object, total);
}

/** All elements of several arrays. */
export function concatenated(arrays: readonly unknown[][], name: string): unknown[] {
  checkLength(
    arrays.reduce((total, array) => total + array.length, 0),
    name,
  );
  return arrays.flat();
}

function range([from, to, by]: readonly unknown[], name: string, scope: Scope): unknown {
  const start = int32Of(from, 'starting', 34443);
  const end = int32Of(to, 'ending', 34445);
  const step = by === undefined ? 1 : int32Of(by, 'step', 34447);
  if (step === 0) throw located(34449, '$range requires a non-zero step value');
  const length = Math.max(0, Math.ceil((end - start) / step));
  countMade(length, name, scope);
  return Array.from({ length }, (_, i) => start + i * step);
}

/** `code` is for what is no number, the next one for a number that is no integer of 32 bits. */
function int32Of(value: unknown, which: string, code: number): number {
  if (!isNumber(value))
    throw located(code, `$range requires a numeric ${which} value, found value of type: ${bsonType(value)}`);
  const integer = Number(toInteger(value) ?? Number.NaN);
  if (isInt32(integer)) return integer;
  const words = `$range requires a ${which} value that can be represented as a 32-bit integer, found value: ${value}`;
  throw located(code + 1, words);
}

function toObject([value]: readonly unknown[], name: string, { budget }: Scope): unknown {
  const made = {};
  for (const entry of arrayOf(value, name, 40386)) {
    const pair = Array.isArray(entry) ? entry : pairOf(entry);
    const [key, held] = pair;
    if (typeof key !== 'string' || pair.length !== 2)
      throw located(40395, '$arrayToObject requires pairs of a string key and a value');
    setField(made, nameInMemory(key), held);
  }
  return countFields(made, budget);
}

function pairOf(entry: unknown): unknown[] {
  const document = asDocument(entry);
  if (document === undefined) throw located(40398, '$arrayToObject requires an array of key-value pairs');
  return [field(document, 'k'), field(document, 'v')];
}

/** Bytes, about. */
const ENTRY_SIZE = 64;

function toEntries([value]: readonly unknown[], _: string, { budget }: Scope): unknown {
  const document = asDocument(value);
  if (document === undefined)
    throw located(40390, `$objectToArray requires a document input, found: ${bsonType(value)}`);
  const names = Object.keys(document);
  budget.make(ENTRY_SIZE * names.length);
  return names.map((name) => ({ k: nameInBytes(name), v: document[name] }));
}

const sortArray: Operator = (operand, compile, name) => {
  const { input, sortBy } = declaredArguments(operand, name, ['input', 'sortBy'], [], [2942500, 2942501, 2942502]);
  const evaluate = compile(input);
  const order = elementOrder(sortBy);
  return (scope) => {
    const value = evaluate(scope);
    if (isNullish(value)) return null;
    return arrayOf(value, name, 2942504).toSorted((a, b) => {
      scope.budget.tick();
      return order(a, b);
    });
  };
};

function elementOrder(sortBy: unknown): (a: unknown, b: unknown) => number {
  const spec = asDocument(sortBy);
  if (spec !== undefined) {
    const compare = compileSort(spec);
    return (a, b) => compare(asDocument(a) ?? {}, asDocument(b) ?? {});
  }
  const direction = toInteger(sortBy);
  if (direction !== 1n && direction !== -1n) throw badValue('$sortArray: sortBy must be 1, -1 or a document');
  return (a, b) => compareValues(a, b) * Number(direction);
}

/** `$firstN`, `$lastN`, `$minN`, `$maxN` of an array. */
const several =
  (take: (array: unknown[], n: number) => unknown[]): Operator =>
  (operand, compile, name) => {
    const { n, input } = namedArguments(operand, compile, name, ['n', 'input']);
    return (scope) => {
      const count = integerOf(n?.(scope), name, 5787902);
      if (count <= 0) throw located(5787908, `'n' must be greater than 0, found ${count}`);
      return take(arrayOf(input?.(scope), name, 5788200), count);
    };
  };

export const smallest = (values: readonly unknown[], n: number): unknown[] =>
  values
    .filter((value) => !isNullish(value))
    .sort(compareValues)
    .slice(0, n);

export const greatest = (values: readonly unknown[], n: number): unknown[] =>
  values
    .filter((value) => !isNullish(value))
    .sort((a, b) => compareValues(b, a))
    .slice(0, n);

export const ARRAYS: Record<string, Operator> = {
  $arrayElemAt: nullable(2, 2, elementAt),
  $first: nullable(1, 1, ([value], name) => arrayOf(value, name, 28689)[0]),
  $last: nullable(1, 1, ([value], name) => arrayOf(value, name, 28689).at(-1)),
  $concatArrays: nullable(0, Infinity, (args, name) =>
    concatenated(
      args.map((value) => arrayOf(value, name, 28664)),
      name,
    ),
  ),
  $in: eager(2, 2, ([value, array], name) =>
    arrayOf(array, name, 40081).some((element) => equalValues(element, value)),
  ),
  $indexOfArray: eager(2, 4, indexOf),
  $isArray: eager(1, 1, ([value]) => Array.isArray(value)),
  $range: eager(2, 3, range),
  $reverseArray: nullable(1, 1, ([value], name) => arrayOf(value, name, 34435).toReversed()),
  $size: eager(1, 1, ([value], name) => arrayOf(value, name, 17124).length),
  $slice: nullable(2, 3, slice),
  $arrayToObject: nullable(1, 1, toObject),
  $objectToArray: nullable(1, 1, toEntries),
  $sortArray: sortArray,
  $firstN: several((array, n) => array.slice(0, n)),
  $lastN: several((array, n) => array.slice(-n)),
  $minN: several(smallest),
  $maxN: several(greatest),
};

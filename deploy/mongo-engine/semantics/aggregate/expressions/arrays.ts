import { compareValues, equalValues } from '../../../values/compare.ts';
import { badValue, located, MongoError } from '../../../values/error.ts';
import { nameInBytes, nameInMemory } from '../../../values/names.ts';
import { toInteger } from '../../../values/number.ts';
import { asDocument, bsonType, field, setField } from '../../../values/value.ts';
import { compileSort } from '../../sort.ts';
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
  const end = Math.min(integerOf(to, name, 40096), array.length);
  for (let i = integerOf(from, name, 40096); i < end; i++) if (equalValues(array[i], sought)) return i;
  return -1;
}

/** MongoDB: internalQueryMaxRangeBytes. */
const MAX_RANGE = 100 * 1024 * 1024;

function range([from, to, by = 1]: readonly unknown[], name: string): unknown {
  const [start, end, step] = [from, to, by].map((value) => integerOf(value, name, 34443)) as [number, number, number];
  if (step === 0) throw located(34449, '$range requires a non-zero step value');
  const length = Math.max(0, Math.ceil((end - start) / step));
  const size = 16 * length;
  if (size > MAX_RANGE) {
    const words = `$range would use too much memory (${size} bytes) and cannot spill to disk. Memory limit: ${MAX_RANGE} bytes`;
    throw new MongoError(146, 'ExceededMemoryLimit', words);
  }
  return Array.from({ length }, (_, i) => start + i * step);
}

function toObject([value]: readonly unknown[], name: string): unknown {
  const made = {};
  for (const entry of arrayOf(value, name, 40386)) {
    const pair = Array.isArray(entry) ? entry : pairOf(entry);
    const [key, held] = pair;
    if (typeof key !== 'string' || pair.length !== 2)
      throw located(40395, '$arrayToObject requires pairs of a string key and a value');
    setField(made, nameInMemory(key), held);
  }
  return made;
}

function pairOf(entry: unknown): unknown[] {
  const document = asDocument(entry);
  if (document === undefined) throw located(40398, '$arrayToObject requires an array of key-value pairs');
  return [field(document, 'k'), field(document, 'v')];
}

function toEntries([value]: readonly unknown[]): unknown {
  const document = asDocument(value);
  if (document === undefined)
    throw located(40390, `$objectToArray requires a document input, found: ${bsonType(value)}`);
  return Object.keys(document).map((name) => ({ k: nameInBytes(name), v: document[name] }));
}

const sortArray: Operator = (operand, compile, name) => {
  const { input, sortBy } = declaredArguments(operand, name, ['input', 'sortBy'], [], [2942500, 2942501, 2942502]);
  const evaluate = compile(input);
  const order = elementOrder(sortBy);
  return (scope) => {
    const value = evaluate(scope);
    return isNullish(value) ? null : [...arrayOf(value, name, 2942504)].sort(order);
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
  $concatArrays: nullable(0, Infinity, (args, name) => args.flatMap((value) => arrayOf(value, name, 28664))),
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

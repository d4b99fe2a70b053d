import { MongoError } from '../../../values/error.ts';
import { valueKey } from '../../../values/value-key.ts';
import { isTruthy } from '../../match/value-tests.ts';
import { arrayOf, concatenated } from './arrays.ts';
import { eager, nullable, type Operator } from './operator.ts';

/** Characters of all keys of a set. */
const MOST_KEPT = 64 * 1024 * 1024;

/** The keys of values. @throws MongoError 146 where they become too much */
class Keys extends Set<string> {
  private kept = 0;

  /** Whether no value before had the same. */
  addOf(value: unknown): boolean {
    const key = valueKey(value);
    if (this.has(key)) return false;
    this.kept += key.length;
    if (this.kept > MOST_KEPT)
      throw new MongoError(146, 'ExceededMemoryLimit', `the keys of a set have more than ${MOST_KEPT} characters`);
    this.add(key);
    return true;
  }
}

function keysOf(values: readonly unknown[]): Keys {
  const keys = new Keys();
  for (const value of values) keys.addOf(value);
  return keys;
}

/** The values without those that equal an earlier one. */
export function distinctValues(values: readonly unknown[]): unknown[] {
  const known = new Keys();
  return values.filter((value) => known.addOf(value));
}

function intersection(arrays: unknown[][]): unknown[] {
  const [first = [], ...others] = arrays;
  const keys = others.map(keysOf);
  return distinctValues(first).filter((value) => keys.every((set) => set.has(valueKey(value))));
}

const sets =
  (evaluate: (arrays: unknown[][], name: string) => unknown) =>
  (args: readonly unknown[], name: string): unknown =>
    evaluate(
      args.map((value) => arrayOf(value, name, 17043)),
      name,
    );

export const SETS: Record<string, Operator> = {
  $setUnion: nullable(
    0,
    Infinity,
    sets((arrays, name) => distinctValues(concatenated(arrays, name))),
  ),
  $setIntersection: nullable(0, Infinity, sets(intersection)),
  $setDifference: nullable(
    2,
    2,
    sets(([from = [], without = []]) => {
      const keys = keysOf(without);
      return distinctValues(from).filter((value) => !keys.has(valueKey(value)));
    }),
  ),
  $setEquals: eager(
    2,
    Infinity,
    sets(([first = [], ...others]) => {
      const keys = keysOf(first);
      return others.map(keysOf).every((set) => set.size === keys.size && set.isSubsetOf(keys));
    }),
  ),
  $setIsSubset: eager(
    2,
    2,
    sets(([part = [], whole = []]) => keysOf(part).isSubsetOf(keysOf(whole))),
  ),
  $anyElementTrue: eager(
    1,
    1,
    sets(([values = []]) => values.some(isTruthy)),
  ),
  $allElementsTrue: eager(
    1,
    1,
    sets(([values = []]) => values.every(isTruthy)),
  ),
};

import { valueKey } from '../../../values/value-key.ts';
import { isTruthy } from '../../match/value-tests.ts';
import { arrayOf, concatenated } from './arrays.ts';
import { eager, nullable, type Operator } from './operator.ts';

const keysOf = (values: readonly unknown[]): Set<string> => new Set(values.map(valueKey));

/** The values without those that equal an earlier one. */
export function distinctValues(values: readonly unknown[]): unknown[] {
  const known = new Set<string>();
  return values.filter((value) => known.size < known.add(valueKey(value)).size);
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

import type { Budget } from '../../../scheduling/budget.ts';
import { MongoError } from '../../../values/error.ts';
import { valueKey } from '../../../values/value-key.ts';
import { visit } from '../../../values/visits.ts';
import { isTruthy } from '../../match/value-tests.ts';
import type { Scope } from '../scope.ts';
import { arrayOf, concatenated } from './arrays.ts';
import { eager, nullable, type Operator } from './operator.ts';

/** Bytes, about, of an entry beside its key. */
const ENTRY_SIZE = 64;
/** Characters of all keys of a set. */
const MOST_KEPT = 64 * 1024 * 1024;

/** The keys of values. @throws MongoError 146 where they become too much */
class Keys extends Set<string> {
  private kept = 0;
  private readonly budget: Budget;

  constructor(budget: Budget) {
    super();
    this.budget = budget;
  }

  /** Whether no value before had the same. */
  addOf(value: unknown): boolean {
    const key = valueKey(value);
    if (this.has(key)) return false;
    this.kept += key.length;
    this.budget.make(key.length + ENTRY_SIZE);
    if (this.kept > MOST_KEPT)
      throw new MongoError(146, 'ExceededMemoryLimit', `the keys of a set have more than ${MOST_KEPT} characters`);
    this.add(key);
    return true;
  }
}

function keysOf(values: readonly unknown[], budget: Budget): Keys {
  const keys = new Keys(budget);
  visit(values.length, () => {
    for (const value of values) keys.addOf(value);
  });
  return keys;
}

/** The values without those that equal an earlier one. */
export function distinctValues(values: readonly unknown[], budget: Budget): unknown[] {
  const known = new Keys(budget);
  // The parts of all of them are counted together, as those of one value.
  return visit(values.length, () => values.filter((value) => known.addOf(value)));
}

function intersection(arrays: unknown[][], budget: Budget): unknown[] {
  const [first = [], ...others] = arrays;
  const keys = others.map((values) => keysOf(values, budget));
  return distinctValues(first, budget).filter((value) => keys.every((set) => set.has(valueKey(value))));
}

const sets =
  (evaluate: (arrays: unknown[][], budget: Budget, name: string) => unknown) =>
  (args: readonly unknown[], name: string, { budget }: Scope): unknown =>
    evaluate(
      args.map((value) => arrayOf(value, name, 17043)),
      budget,
      name,
    );

export const SETS: Record<string, Operator> = {
  $setUnion: nullable(
    0,
    Infinity,
    sets((arrays, budget, name) => distinctValues(concatenated(arrays, name), budget)),
  ),
  $setIntersection: nullable(0, Infinity, sets(intersection)),
  $setDifference: nullable(
    2,
    2,
    sets(([from = [], without = []], budget) => {
      const keys = keysOf(without, budget);
      return distinctValues(from, budget).filter((value) => !keys.has(valueKey(value)));
    }),
  ),
  $setEquals: eager(
    2,
    Infinity,
    sets(([first = [], ...others], budget) => {
      const keys = keysOf(first, budget);
      return others.every((values) => {
        const set = keysOf(values, budget);
        return set.size === keys.size && set.isSubsetOf(keys);
      });
    }),
  ),
  $setIsSubset: eager(
    2,
    2,
    sets(([part = [], whole = []], budget) => keysOf(part, budget).isSubsetOf(keysOf(whole, budget))),
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

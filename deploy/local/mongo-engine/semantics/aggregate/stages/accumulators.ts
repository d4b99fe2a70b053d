import type { Document } from 'bson';
import type { Budget } from '../../../scheduling/budget.ts';
import { doubleOf } from '../../../values/arithmetic.ts';
import { compareValues } from '../../../values/compare.ts';
import { located, MongoError } from '../../../values/error.ts';
import { isNumber, toNumber } from '../../../values/number.ts';
import { Summation } from '../../../values/summation.ts';
import { asDocument } from '../../../values/value.ts';
import { valueKey } from '../../../values/value-key.ts';
import { compileSort } from '../../sort.ts';
import { compileExpression } from '../expression.ts';
import { greatest, integerOf, smallest } from '../expressions/arrays.ts';
import { mergeObjects } from '../expressions/objects.ts';
import { declaredArguments, isNullish } from '../expressions/operator.ts';
import { average } from '../expressions/totals.ts';
import type { Expression, Scope } from '../scope.ts';

/** What one group gathers in one of its fields. */
export interface Accumulator {
  add(scope: Scope): void;
  result(): unknown;
}

/** `first` is the group's first document: `n` of the accumulators that keep several is read from it. */
export type MakeAccumulator = (first: Scope) => Accumulator;

/** Throws Location15952 for an accumulator that does not exist. */
export function compileAccumulator(name: string, operand: unknown): MakeAccumulator {
  const compile = Object.hasOwn(ACCUMULATORS, name) ? ACCUMULATORS[name] : undefined;
  if (compile === undefined) throw new MongoError(15952, 'Location15952', `unknown group operator '${name}'`);
  return compile(operand, name);
}

type CompileAccumulator = (operand: unknown, name: string) => MakeAccumulator;

/** An accumulator that folds the values of one expression; `add` counts what it keeps. */
function folding<State>(
  initial: () => State,
  add: (state: State, value: unknown, budget: Budget) => State,
  result: (state: State) => unknown,
): CompileAccumulator {
  return (operand) => {
    const evaluate = compileExpression(operand);
    return () => {
      let state = initial();
      return {
        add: (scope) => {
          state = add(state, evaluate(scope), scope.budget);
        },
        result: () => result(state),
      };
    };
  };
}

/** Keeps the value that stands first in an order; null and missing count only where there is nothing else. */
const extreme = (sign: 1 | -1): CompileAccumulator =>
  folding<unknown>(
    () => undefined,
    (best, value, budget) => {
      if (isNullish(value)) return best;
      if (best !== undefined && compareValues(value, best) * sign >= 0) return best;
      budget.replace(best, value);
      return value;
    },
    (best) => best ?? null,
  );

const summing = (result: (total: Summation) => unknown): CompileAccumulator =>
  folding(
    () => new Summation(),
    (total, value) => {
      total.add(value);
      return total;
    },
    result,
  );

/** Welford's: the mean so far, and the sum of the squares of the distances from it. */
const deviation = (sample: boolean): CompileAccumulator =>
  folding(
    () => ({ count: 0, mean: 0, squares: 0 }),
    (state, value) => {
      if (!isNumber(value)) return state;
      const number = toNumber(value);
      const distance = number - state.mean;
      state.mean += distance / ++state.count;
      state.squares += distance * (number - state.mean);
      return state;
    },
    ({ count, squares }) => {
      const divisor = sample ? count - 1 : count;
      return divisor <= 0 ? null : doubleOf(Math.sqrt(squares / divisor));
    },
  );

const gather = (result: (values: unknown[]) => unknown): CompileAccumulator =>
  folding<unknown[]>(
    () => [],
    (values, value, budget) => {
      if (value === undefined) return values;
      budget.hold(value);
      values.push(value);
      return values;
    },
    result,
  );

/** About what an entry of a map takes in memory beside its key and its value. */
const ENTRY_SIZE = 64;

const addToSet = folding<Map<string, unknown>>(
  () => new Map(),
  (known, value, budget) => {
    const key = value === undefined ? undefined : valueKey(value);
    if (key === undefined || known.has(key)) return known;
    budget.hold(value, key.length + ENTRY_SIZE);
    return known.set(key, value);
  },
  (known) => [...known.values()],
);

const FIRST = Symbol('nothing yet');

/** `$firstN` and its kin: `{n, input}`; missing values are kept as null by those that go by place. */
const several =
  (byPlace: boolean, take: (values: unknown[], n: number) => unknown[]): CompileAccumulator =>
  (operand, name) => {
    const { n, input } = declaredArguments(operand, name, ['n', 'input'], [], [5787900, 5787901, 5787906]);
    const [count, evaluate] = [compileExpression(n), compileExpression(input)];
    return (first) => {
      const most = atLeastOne(count(first), name);
      const values: unknown[] = [];
      return {
        add: (scope) => {
          const value = evaluate(scope);
          scope.budget.hold(value);
          values.push(byPlace ? (value ?? null) : value);
        },
        result: () => take(values, most),
      };
    };
  };

function atLeastOne(value: unknown, name: string): number {
  const count = integerOf(value, name, 5787902);
  if (count <= 0) throw located(5787908, `'n' must be greater than 0, found ${count}`);
  return count;
}

/** `$top`, `$bottom` and those of several: `{sortBy, output}` by the documents of the group in their order. */
const ranked =
  (fromTop: boolean, single: boolean): CompileAccumulator =>
  (operand, name) => {
    const names = single ? ['sortBy', 'output'] : ['n', 'sortBy', 'output'];
    const { n, sortBy, output } = declaredArguments(operand, name, names, [], [5788001, 5788002, 5788004]);
    const order = asDocument(sortBy);
    if (order === undefined) throw located(10065, `${name}: 'sortBy' must be an object`);
    const compare = compileSort(order);
    const evaluate: Expression = compileExpression(output);
    const count = compileExpression(single ? 1 : n);
    return (first) => {
      const most = atLeastOne(count(first), name);
      const scopes: Scope[] = [];
      return {
        add(scope) {
          scope.budget.hold(scope.root);
          scopes.push(scope);
        },
        result: () => {
          const sorted = scopes.sort((a, b) => compare(a.root as Document, b.root as Document));
          const values = (fromTop ? sorted.slice(0, most) : sorted.slice(-most)).map(
            (scope) => evaluate(scope) ?? null,
          );
          return single ? values[0] : values;
        },
      };
    };
  };

const ACCUMULATORS: Readonly<Record<string, CompileAccumulator>> = {
  $sum: summing((total) => total.total()),
  $count: (operand) => {
    if (Object.keys(asDocument(operand) ?? { none: 1 }).length > 0)
      throw located(4567, '$count takes no arguments, i.e. $count:{}');
    return ACCUMULATORS.$sum?.(1, '$sum') as MakeAccumulator;
  },
  $avg: summing(average),
  $min: extreme(1),
  $max: extreme(-1),
  $first: folding<unknown>(
    () => FIRST,
    (first, value, budget) => {
      if (first !== FIRST) return first;
      budget.hold(value);
      return value;
    },
    (first) => first ?? null,
  ),
  $last: folding<unknown>(
    () => undefined,
    (last, value, budget) => {
      budget.replace(last, value);
      return value;
    },
    (last) => last ?? null,
  ),
  $push: gather((values) => values),
  $addToSet: addToSet,
  $mergeObjects: gather(mergeObjects),
  $stdDevPop: deviation(false),
  $stdDevSamp: deviation(true),
  $firstN: several(true, (values, n) => values.slice(0, n)),
  $lastN: several(true, (values, n) => values.slice(-n)),
  $minN: several(false, smallest),
  $maxN: several(false, greatest),
  $top: ranked(true, true),
  $bottom: ranked(false, true),
  $topN: ranked(true, false),
  $bottomN: ranked(false, false),
};

import { compareValues } from '../../../values/compare.ts';
import { Summation } from '../../../values/summation.ts';
import { divide } from './arithmetic.ts';
import { eager, isNullish, type Operator } from './operator.ts';

/** Of nothing it is null. */
export const average = (sum: Summation): unknown => (sum.count === 0 ? null : divide(sum.total(), sum.count));

/** Of several arguments those themselves, of one argument that is an array its elements. */
const total = (evaluate: (values: readonly unknown[]) => unknown): Operator =>
  eager(0, Infinity, (args) => evaluate(args.length === 1 && Array.isArray(args[0]) ? args[0] : args));

const extreme = (sign: 1 | -1): Operator =>
  total((values) => {
    const present = values.filter((value) => !isNullish(value));
    return present.length === 0
      ? null
      : present.reduce((best, value) => (compareValues(value, best) * sign < 0 ? value : best));
  });

/** The accumulators that are expressions too; what is no number does not count. */
export const TOTALS: Record<string, Operator> = {
  $sum: total((values) => Summation.of(values).total()),
  $avg: total((values) => average(Summation.of(values))),
  $min: extreme(1),
  $max: extreme(-1),
};

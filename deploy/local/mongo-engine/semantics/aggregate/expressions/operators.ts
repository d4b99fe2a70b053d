import { ARITHMETIC } from './arithmetic.ts';
import { ARRAYS } from './arrays.ts';
import { CONDITIONS } from './conditions.ts';
import { CONVERSIONS } from './conversions.ts';
import { DATE_ARITHMETIC } from './date-arithmetic.ts';
import { DATES } from './dates.ts';
import { ITERATIONS } from './iterations.ts';
import { OBJECTS } from './objects.ts';
import type { Operator } from './operator.ts';
import { SETS } from './sets.ts';
import { STRINGS } from './strings.ts';
import { TEXT_SEARCH } from './text-search.ts';
import { TOTALS } from './totals.ts';

/** Every aggregation operator that the engine knows. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  ...ARITHMETIC,
  ...ARRAYS,
  ...CONDITIONS,
  ...CONVERSIONS,
  ...DATES,
  ...DATE_ARITHMETIC,
  ...ITERATIONS,
  ...OBJECTS,
  ...SETS,
  ...STRINGS,
  ...TEXT_SEARCH,
  ...TOTALS,
};

import { isDeepStrictEqual } from 'node:util';
import { compileFilter } from '../semantics/match/match.ts';
import type { Index } from '../storage/collection.ts';
import { setPath } from '../values/path.ts';
import { spend } from '../values/watch.ts';
import { type Condition, type Conjunction, conjunctionOf } from './conditions.ts';

/** Steps of work to compile a filter (values/watch.ts). */
const FILTER_STEPS = 16;

export const NONE: ReadonlySet<Condition> = new Set();

/**
 * Checks that an index contains every document that matches the conditions. @returns the conditions that the partial
 * index answers already; undefined if it may miss a match
 */
export function impliedBy(index: Index, conjunction: Conjunction): ReadonlySet<Condition> | undefined {
  if (!index.partialFilter) return NONE;
  const { conditions } = conjunction;
  const required = conjunctionOf(index.partialFilter);
  if (required.more) return undefined;
  const answered = new Set<Condition>();
  for (const need of required.conditions) {
    spend(conditions.length);
    const same = conditions.find((given) => isDeepStrictEqual(given, need));
    if (same) answered.add(same);
    else if (!conditions.some((given) => given.path === need.path && implies(given, need))) return undefined;
  }
  return answered;
}

function implies(given: Condition, need: Condition): boolean {
  if (given.operator === '$in' && Array.isArray(given.operand)) {
    return given.operand.every((operand) => implies({ ...given, operator: '$eq', operand }, need));
  }
  // A missing field equals null.
  if (need.operator === '$exists') return needsField(given) && Boolean(need.operand);
  if (given.operator !== '$eq' || Array.isArray(given.operand)) return false;
  spend(FILTER_STEPS);
  return compileFilter({ [need.path]: { [need.operator]: need.operand } })(setPath({}, need.path, given.operand));
}

/** True if a document without the field never matches the condition. */
function needsField({ operator, operand }: Condition): boolean {
  switch (operator) {
    case '$eq':
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return operand !== null && operand !== undefined;
    case '$in':
      return Array.isArray(operand) && operand.every((value) => value !== null && value !== undefined);
    case '$exists':
      return operand === true;
    default:
      return false;
  }
}

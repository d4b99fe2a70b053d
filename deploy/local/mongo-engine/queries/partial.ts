import { isDeepStrictEqual } from 'node:util';
import type { Document } from 'bson';
import { compileFilter } from '../semantics/match/match.ts';
import { isRegex } from '../semantics/match/value-tests.ts';
import type { Index } from '../storage/collection.ts';
import { setPath } from '../values/path.ts';
import { bsonType } from '../values/value.ts';
import { spend } from '../values/watch.ts';
import { type Condition, type Conjunction, conjunctionOf } from './conditions.ts';

/** Steps of work that a filter takes to be compiled. */
const FILTER_STEPS = 16;

const NONE: ReadonlySet<Condition> = new Set();

/**
 * Whether the conditions let only documents through that a sparse or partial index holds: the conditions that the index
 * answers by that alone, or undefined when it may miss a match.
 */
export function impliedBy(index: Index, conjunction: Conjunction): ReadonlySet<Condition> | undefined {
  if (index.partialFilter) return impliedByPartial(index.partialFilter, conjunction.conditions);
  if (!index.sparse) return NONE;
  return conjunction.conditions.some((c) => index.paths.includes(c.path) && needsField(c)) ? NONE : undefined;
}

function impliedByPartial(filter: Document, conditions: Condition[]): ReadonlySet<Condition> | undefined {
  const required = conjunctionOf(filter);
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
  // What is missing equals null.
  if (need.operator === '$exists') return needsField(given) && Boolean(need.operand);
  // Numbers of other types are equal.
  if (need.operator === '$type') return false;
  if (given.operator !== '$eq' || Array.isArray(given.operand) || isRegex(given.operand)) return false;
  spend(FILTER_STEPS);
  return compileFilter({ [need.path]: { [need.operator]: need.operand } })(setPath({}, need.path, given.operand));
}

/** No document without the field meets the condition. */
function needsField({ operator, operand }: Condition): boolean {
  switch (operator) {
    case '$eq':
      return operand !== null && operand !== undefined;
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      // The least and the greatest value bound what is missing, too.
      return !['null', 'missing', 'minKey', 'maxKey'].includes(bsonType(operand));
    case '$in':
      return Array.isArray(operand) && operand.every((value) => value !== null && value !== undefined);
    case '$exists':
      return operand === true;
    default:
      return false;
  }
}

import type { Document } from 'bson';
import { asDocument, isOperatorDocument } from '../values/value.ts';

/** A test of the value at a path. All conditions of a filter must match. */
export interface Condition {
  path: string;
  operator: string;
  operand: unknown;
}

export interface Conjunction {
  conditions: Condition[];
  /** The branches of each `$or`. One branch of each must match. */
  alternatives: Conjunction[][];
  /** The filter has another part (`$or`), so index bounds alone never decide it. */
  more: boolean;
}

/** A filter as conditions that must all match. */
export function conjunctionOf(filter: Document): Conjunction {
  const result: Conjunction = { conditions: [], alternatives: [], more: false };
  collect(filter, result);
  return result;
}

function collect(filter: Document, into: Conjunction): void {
  for (const path in filter) {
    const value: unknown = filter[path];
    if (path === '$and' && Array.isArray(value)) for (const part of value) collect(asDocument(part) ?? {}, into);
    else if (path === '$or' && Array.isArray(value)) collectAlternatives(value, into);
    else if (path.startsWith('$')) into.more = true;
    else collectPath(path, value, into.conditions);
  }
}

function collectAlternatives(branches: unknown[], into: Conjunction): void {
  const [only, ...others] = branches.map((branch) => asDocument(branch) ?? {});
  if (only && others.length === 0) {
    collect(only, into);
    return;
  }
  into.more = true;
  into.alternatives.push([only ?? {}, ...others].map(conjunctionOf));
}

function collectPath(path: string, value: unknown, into: Condition[]): void {
  if (!isOperatorDocument(value)) {
    into.push({ path, operator: '$eq', operand: value });
    return;
  }
  for (const operator in value) into.push({ path, operator, operand: value[operator] });
}

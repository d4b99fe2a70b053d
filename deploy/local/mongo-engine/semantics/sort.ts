import type { Document } from 'bson';
import { compareValues } from '../values/compare.ts';
import { badValue, located, MongoError, unsupported } from '../values/error.ts';
import { toInteger } from '../values/number.ts';
import { partsOf } from '../values/path.ts';
import { asDocument } from '../values/value.ts';
import { indexKeys, PARALLEL_ARRAYS, scalarKey } from './index-keys.ts';

/** A sort key has a value for each field of the sort. Keys are compared by `compareKeys`. */
export interface SortOrder {
  keyOf(document: Document): unknown[];
  compareKeys(a: readonly unknown[], b: readonly unknown[]): number;
}

/**
 * Compiles MongoDB's order of documents. An array counts as its least element in ascending order, and as its greatest
 * in descending order. A missing value counts as null. An empty array is less than null.
 */
export function compileSortOrder(spec: Document): SortOrder {
  const paths = Object.keys(spec);
  const directions = paths.map((path) => direction(path, spec[path]));
  const compareKeys = (a: readonly unknown[], b: readonly unknown[]): number => {
    for (let i = 0; i < directions.length; i++) {
      const order = compareValues(a[i], b[i]);
      if (order !== 0) return order * (directions[i] as number);
    }
    return 0;
  };
  const steps = paths.map((path) => partsOf(path));
  const keyOf = (document: Document): unknown[] => scalarKey(document, steps) ?? leastKey(document, paths, compareKeys);
  return { keyOf, compareKeys };
}

function direction(path: string, value: unknown): number {
  if (path.split('.').some((part) => part === '' || part.startsWith('$'))) throw unsupported(`sorting by '${path}'`);
  if (asDocument(value) !== undefined) throw unsupported('sorting by $meta');
  const order = toInteger(value);
  if (order === undefined) throw located(15974, `Illegal key in $sort specification: ${path}: ${String(value)}`);
  if (order !== 1n && order !== -1n)
    throw badValue(`$sort key ordering must be 1 (for ascending) or -1 (for descending)`);
  return Number(order);
}

function leastKey(document: Document, paths: string[], compareKeys: SortOrder['compareKeys']): unknown[] {
  return keysOf(document, paths).reduce((least, key) => (compareKeys(key, least) < 0 ? key : least));
}

function keysOf(document: Document, paths: string[]): unknown[][] {
  try {
    return indexKeys(document, paths);
  } catch (cause) {
    if (!(cause instanceof MongoError) || cause.code !== PARALLEL_ARRAYS) throw cause;
    throw Object.assign(badValue('cannot sort with keys that are parallel arrays'), { cause });
  }
}

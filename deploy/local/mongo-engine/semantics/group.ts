import type { Document } from 'bson';
import { Long } from 'bson';
import { located, unsupported } from '../values/error.ts';
import { isNumber, toNumber } from '../values/number.ts';
import { getPath } from '../values/path.ts';
import { asDocument, isInt32 } from '../values/value.ts';

/** A `$group` that counts documents: by the value at a path, or all of them under a constant. */
export interface Counting {
  /** The path without its `$`; undefined: all documents are one group. */
  path: string | undefined;
  result(id: unknown, count: number): Document;
  /** The `_id` of the single group, if there is no path. */
  constant: unknown;
}

/** Compiles a `$group`. @throws MongoError 15955 without an `_id`, 115 for an accumulator that is not a count */
export function compileCounting(operand: unknown): Counting {
  const { _id: key, ...fields } = asDocument(operand) ?? {};
  if (key === undefined) throw located(15955, 'a group specification must include an _id');
  const [[name, accumulator] = [], ...others] = Object.entries(fields);
  const [only = '', ...more] = Object.keys(asDocument(accumulator) ?? {});
  if (name === undefined || others.length > 0) throw unsupported('a $group of other than one count');
  if (only !== '$sum' || more.length > 0) throw unsupported(`the accumulator ${only}`);
  if (!isNumber(accumulator.$sum) || toNumber(accumulator.$sum) !== 1) throw unsupported('$sum of other than 1');
  const path = typeof key === 'string' && /^\$[^$]/.test(key) ? key.slice(1) : undefined;
  if (path === undefined && key !== null && !isNumber(key)) throw unsupported('an expression as _id of $group');
  const result = (id: unknown, count: number) => ({ _id: id, [name]: isInt32(count) ? count : Long.fromNumber(count) });
  return { path, constant: key, result };
}

/** @throws MongoError 115 for an array, for which MongoDB has special rules */
export function groupOf(document: Document, path: string): unknown {
  const value = getPath(document, path) ?? null;
  if (Array.isArray(value)) throw unsupported('$group by an array');
  return value;
}

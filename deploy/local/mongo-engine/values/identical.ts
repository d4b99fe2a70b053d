import { equalValues } from './compare.ts';
import { toNumber } from './number.ts';
import { asDocument, bsonType } from './value.ts';

/** True if both values are stored as the same bytes: equal, of the same type, with their fields in the same order. */
export function identical(a: unknown, b: unknown): boolean {
  if (a === b) return !(a === 0 && !Object.is(a, b));
  const type = bsonType(a);
  if (type !== bsonType(b)) return false;
  if (type === 'array') return identicalArrays(a as unknown[], b as unknown[]);
  if (type === 'object') return identicalFields(asDocument(a) ?? {}, asDocument(b) ?? {});
  if (type === 'double') return Object.is(toNumber(a as number), toNumber(b as number));
  return equalValues(a, b);
}

const identicalArrays = (a: unknown[], b: unknown[]): boolean =>
  a.length === b.length && a.every((element, i) => identical(element, b[i]));

function identicalFields(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const [left, right] = [Object.keys(a), Object.keys(b)];
  return left.length === right.length && left.every((name, i) => name === right[i] && identical(a[name], b[name]));
}

import type { Binary, Document, ObjectId } from 'bson';
import { type BsonNumber, compareDoubles, compareNumbers } from './number.ts';
import { asDocument, typeRank } from './value.ts';
import { spend } from './watch.ts';

/**
 * MongoDB's comparison order: first by type, then by value. Numbers of all types are compared by their exact values. A
 * missing value (`undefined`) is below null.
 */
export function compareValues(a: unknown, b: unknown): number {
  spend();
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  if (typeof a === 'number' && typeof b === 'number') return compareDoubles(a, b);
  const rank = typeRank(a);
  const difference = rank - typeRank(b);
  if (difference !== 0) return Math.sign(difference);
  return COMPARATORS[rank]?.(a, b) ?? 0;
}

export const equalValues = (a: unknown, b: unknown): boolean => compareValues(a, b) === 0;

/** Comparators by the rank of the type. A rank without a comparator has only one value (null). */
const COMPARATORS: Record<number, (a: unknown, b: unknown) => number> = {
  10: (a, b) => compareNumbers(a as BsonNumber, b as BsonNumber),
  15: (a, b) => compareStrings(a as string, b as string),
  20: (a, b) => compareDocuments(asDocument(a) ?? {}, asDocument(b) ?? {}),
  25: (a, b) => compareArrays(a as unknown[], b as unknown[]),
  30: (a, b) => compareBinaries(a as Binary, b as Binary),
  35: (a, b) => compareBytes((a as ObjectId).id, (b as ObjectId).id),
  40: (a, b) => Number(a) - Number(b),
  45: (a, b) => compareDoubles((a as Date).getTime(), (b as Date).getTime()),
};

/** MongoDB orders strings by their UTF-8 bytes. This is the order of code points, not of UTF-16 units. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return Math.sign(byteOrder(left) - byteOrder(right));
  }
  return Math.sign(a.length - b.length);
}

/** Surrogates are parts of code points above U+FFFF, so they sort after U+E000 to U+FFFF. */
const byteOrder = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/**
 * Compares field by field, in their order: first the type of the value, then the name, then the value. If all are
 * equal, the shorter document comes first.
 */
function compareDocuments(a: Document, b: Document): number {
  const left = Object.keys(a);
  const right = Object.keys(b);
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const order = compareFields(a, left[i] as string, b, right[i] as string);
    if (order !== 0) return order;
  }
  return Math.sign(left.length - right.length);
}

function compareFields(a: Document, left: string, b: Document, right: string): number {
  const difference = typeRank(a[left]) - typeRank(b[right]);
  if (difference !== 0) return Math.sign(difference);
  return compareStrings(left, right) || compareValues(a[left], b[right]);
}

function compareArrays(a: unknown[], b: unknown[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return Math.sign(a.length - b.length);
}

function compareBinaries(a: Binary, b: Binary): number {
  const shape = a.position - b.position || a.sub_type - b.sub_type;
  return shape === 0 ? compareBytes(a.value(), b.value()) : Math.sign(shape);
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

import { MongoError, unsupported } from '../values/error.ts';

const DOCUMENT = 3;
const ARRAY = 4;
const DATE = 9;
/**
 * Milliseconds before and after 1970: the range of JavaScript's Date. The engine can only store and compare dates in
 * this range.
 */
const MAX_DATE = 8.64e15;

/**
 * Checks the values of a well-formed document.
 * @throws MongoError 15 if it has more nested levels than `levels`, 115 for a date outside the range of JavaScript's
 * Date
 */
export function checkElements(bytes: Uint8Array, levels: number, start = 0): void {
  if (levels === 0) throw tooDeep();
  for (let at = start + 4; bytes[at] !== 0; ) {
    const type = bytes[at] as number;
    const value = endOfName(bytes, at + 1) + 1;
    if (type === DOCUMENT || type === ARRAY) checkElements(bytes, levels - 1, value);
    if (type === DATE && Math.abs(int32(bytes, value + 4) * 2 ** 32 + (int32(bytes, value) >>> 0)) > MAX_DATE)
      throw unsupported('dates beyond the year 275760');
    at = endOfValue(bytes, type, value);
  }
}

export const tooDeep = (): MongoError => new MongoError(15, 'Overflow', 'the document has too many levels of nesting');

export function endOfName(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at]) at++;
  return at;
}

/** Bytes of a value, for the types of fixed size (https://bsonspec.org/spec.html). */
const FIXED: Record<number, number> = {
  1: 8,
  6: 0,
  7: 12,
  8: 1,
  9: 8,
  10: 0,
  16: 4,
  17: 8,
  18: 8,
  19: 16,
  127: 0,
  255: 0,
};
/** Bytes to add to the length at the start of a value, to get the size of the value, by type. */
const COUNTED: Record<number, number> = { 2: 4, 3: 0, 4: 0, 5: 5, 12: 16, 13: 4, 14: 4, 15: 0 };
const REGEX = 11;

export function endOfValue(bytes: Uint8Array, type: number, start: number): number {
  const fixed = FIXED[type];
  if (fixed !== undefined) return start + fixed;
  if (type === REGEX) return endOfName(bytes, endOfName(bytes, start) + 1) + 1;
  const beside = COUNTED[type];
  if (beside === undefined) throw new Error(`a stored value of type ${type}`);
  return start + int32(bytes, start) + beside;
}

const int32 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) |
  ((bytes[at + 1] as number) << 8) |
  ((bytes[at + 2] as number) << 16) |
  ((bytes[at + 3] as number) << 24);

import { endOfName, endOfValue } from './numeric-names.ts';

const DOCUMENT = 3;
const ARRAY = 4;
const CODE_WITH_SCOPE = 15;
/** Bytes, about, of a place in an array, and of one in a document beside the name. */
const [ELEMENT, FIELD] = [12, 84];
/** Bytes, about, of a value beside what its text or binary data take, by type: most take one small object. */
const VALUES: Record<number, number> = {
  2: 24,
  4: 184,
  5: 152,
  6: 0,
  8: 0,
  9: 96,
  10: 0,
  12: 168,
  15: 96,
  16: 32,
  19: 136,
};
const VALUE = 56;

/** Bytes that a document takes in memory, about and at least. Of malformed bytes it gives some number. */
export function sizeInMemory(bytes: Uint8Array): number {
  let size = 0;
  const isArray = [false];
  for (let at = 4; at < bytes.length; ) {
    const type = bytes[at] as number;
    if (type === 0) {
      isArray.pop();
      at++;
      continue;
    }
    const value = endOfName(bytes, at + 1) + 1;
    // What is within another document is counted field by field.
    const inner = type === DOCUMENT || type === ARRAY ? value : type === CODE_WITH_SCOPE ? scopeOf(bytes, value) : 0;
    const end = Math.max(value, inner ? inner + 4 : endOfValue(bytes, type, value));
    size += (isArray.at(-1) ? ELEMENT : FIELD + value - at) + (VALUES[type] ?? VALUE) + end - value;
    if (inner) isArray.push(type === ARRAY);
    at = end;
  }
  return size;
}

/** Behind the length of all and the text. */
const scopeOf = (bytes: Uint8Array, start: number): number => endOfValue(bytes, 2, start + 4);

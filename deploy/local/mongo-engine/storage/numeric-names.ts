import { MongoError } from '../values/error.ts';
import { MARK, nameInBytes, nameInMemory } from '../values/names.ts';

const MARK_BYTES = Buffer.from(MARK);
const FIRST_OF_MARK = MARK_BYTES[0] as number;
const [DIGIT_0, DIGIT_9] = [0x30, 0x39];
/** How `_bsontype` begins, and hardly another name. */
const [UNDERSCORE, LETTER_B] = [0x5f, 0x62];
const DOCUMENT = 3;
const ARRAY = 4;

/**
 * Whether the document, or one within it, has a name that is marked in memory. The bytes are well formed.
 * @throws MongoError 15 for more levels than these
 */
export function hasMarkedNames(bytes: Uint8Array, levels: number, start = 0, isArray = false): boolean {
  if (levels === 0) throw tooDeep();
  let has = false;
  for (let at = start + 4; bytes[at] !== 0; ) {
    const type = bytes[at] as number;
    const first = bytes[at + 1] as number;
    const mayBeMarked =
      (first >= DIGIT_0 && first <= DIGIT_9) ||
      first === FIRST_OF_MARK ||
      (first === UNDERSCORE && bytes[at + 2] === LETTER_B);
    const nameEnd = endOfName(bytes, at + 1);
    if (mayBeMarked && !isArray && !has) has = marked(textOf(bytes, at + 1, nameEnd));
    const nests = type === DOCUMENT || type === ARRAY;
    if (nests && hasMarkedNames(bytes, levels - 1, nameEnd + 1, type === ARRAY)) has = true;
    at = endOfValue(bytes, type, nameEnd + 1);
  }
  return has;
}

export const tooDeep = (): MongoError => new MongoError(15, 'Overflow', 'the document has too many levels of nesting');

const marked = (name: string): boolean => nameInMemory(name) !== name;

/** The same document with the names as they are in memory, each of which takes three bytes more at most. */
export const markNames = (bytes: Uint8Array): Buffer => renamed(bytes, 2 * bytes.length, nameInMemory);

/** The same document with the names as they are stored and sent: the very bytes where there is none to change. */
export function unmarkNames(bytes: Buffer): Buffer {
  // The search for one byte is the faster one, and mostly ends it.
  const mayBeMarked = bytes.includes(FIRST_OF_MARK) && bytes.includes(MARK_BYTES);
  return mayBeMarked ? renamed(bytes, bytes.length, nameInBytes) : bytes;
}

function renamed(bytes: Uint8Array, most: number, rename: (name: string) => string): Buffer {
  const made = Buffer.allocUnsafe(most);
  /** @returns where the copy ends that begins at `to` */
  const copy = (start: number, to: number, isArray: boolean): number => {
    let [at, end] = [start + 4, to + 4];
    while (bytes[at] !== 0) {
      const type = bytes[at] as number;
      const nameEnd = endOfName(bytes, at + 1);
      const next = endOfValue(bytes, type, nameEnd + 1);
      const nests = type === DOCUMENT || type === ARRAY;
      const name = textOf(bytes, at + 1, nameEnd);
      made[end++] = type;
      end += made.write(isArray ? name : rename(name), end);
      made[end++] = 0;
      if (nests) end = copy(nameEnd + 1, end, type === ARRAY);
      else {
        made.set(bytes.subarray(nameEnd + 1, next), end);
        end += next - nameEnd - 1;
      }
      at = next;
    }
    made[end++] = 0;
    made.writeInt32LE(end - to, to);
    return end;
  };
  return made.subarray(0, copy(0, 0, false));
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
}

export function endOfName(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at]) at++;
  return at;
}

/** Bytes of the values of one size, by type (https://bsonspec.org/spec.html). */
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
/** Bytes beside the length that a value begins with and what it counts, by type. */
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

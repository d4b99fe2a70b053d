/**
 * JavaScript puts fields that are named like integers before all others, MongoDB where they were written; and bson takes
 * for a wrapper what has a `_bsontype`. In memory such a name therefore begins with a mark, which no other name gets and
 * which the bytes never have.
 */
export const MARK = '\uE000';

const TO_MARK = /^\uE000*(?:\d+|_bsontype)$/;
const MARKED = /^\uE000+(?:\d+|_bsontype)$/;

const mayBeNumeric = (first: number): boolean => (first >= 0x30 && first <= 0x39) || first === 0xe000;
const mayBeMarked = (first: number): boolean => mayBeNumeric(first) || first === 0x5f;

/** The name of a field in memory, from that in the bytes. */
export function nameInMemory(name: string): string {
  return mayBeMarked(name.charCodeAt(0)) && TO_MARK.test(name) ? MARK + name : name;
}

/** The name of a field in the bytes, from that in memory. */
export function nameInBytes(name: string): string {
  return name.charCodeAt(0) === 0xe000 && MARKED.test(name) ? name.slice(1) : name;
}

/** The parts of a dotted path, as names in memory; those that are marked already stay. */
export function partsOf(path: string): string[] {
  const parts = path.split('.');
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as string;
    if (mayBeMarked(part.charCodeAt(0)) && !MARKED.test(part)) parts[i] = nameInMemory(part);
  }
  return parts;
}

/** A dotted path with its parts as names in memory, so that equal paths are equal texts. */
export const pathInMemory = (path: string): string => partsOf(path).join('.');

export const isIndex = (part: string): boolean => mayBeNumeric(part.charCodeAt(0)) && /^\uE000?\d+$/.test(part);

/** The place in an array that a part of a path names. */
export const indexOf = (part: string): number => Number(nameInBytes(part));

/** What is said of names to people. */
export const withoutMarks = (text: string): string => (text.includes(MARK) ? text.replaceAll(MARK, '') : text);

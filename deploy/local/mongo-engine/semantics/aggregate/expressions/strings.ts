import { Buffer } from 'node:buffer';
import { compareStrings } from '../../../values/compare.ts';
import { located } from '../../../values/error.ts';
import { bsonType } from '../../../values/value.ts';
import { checkLength, integerOf } from './arrays.ts';
import { codePoints, cut, indexBehind, lastBefore } from './code-points.ts';
import { textOf } from './conversions.ts';
import { occurrences } from './occurrences.ts';
import { eager, isNullish, namedArguments, nullable, type Operator } from './operator.ts';

export function stringOf(value: unknown, name: string, code: number): string {
  if (typeof value === 'string') return value;
  throw located(code, `${name} requires a string argument, found: ${bsonType(value)}`);
}

/** As the string operators read their arguments: numbers and dates are written out, null is empty. */
const coerced = (value: unknown): string => (isNullish(value) ? '' : textOf(value));

/** Characters that are changed at once: of a long text whose letters alternate, the pieces would fill the memory. */
const PART = 64 * 1024;

function inParts(text: string, change: (part: string) => string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += PART) parts.push(change(text.slice(at, at + PART)));
  return parts.join('');
}

const upper = (text: string): string =>
  inParts(text, (part) => part.replace(/[a-z]+/g, (letters) => letters.toUpperCase()));
const lower = (text: string): string =>
  inParts(text, (part) => part.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));

function substringByCharacters([value, from, count]: readonly unknown[], name: string): string {
  const [start, length] = [integerOf(from, name, 34450), integerOf(count, name, 34452)];
  if (start < 0 || length < 0) throw located(34455, `${name}: the starting index and the length must be non-negative`);
  const text = coerced(value);
  const first = indexBehind(text, start);
  return cut(text, first, indexBehind(text, length, first));
}

function substringByBytes([value, from, count]: readonly unknown[], name: string): string {
  const [start, length] = [integerOf(from, name, 16034), integerOf(count, name, 16035)];
  const bytes = Buffer.from(coerced(value));
  if (start < 0) throw located(50752, `${name}: starting index must be non-negative (got: ${start})`);
  const end = length < 0 ? bytes.length : Math.min(start + length, bytes.length);
  if ([start, end].some((at) => (bytes[at] ?? 0) >> 6 === 2))
    throw located(28656, `${name}: Invalid range, cuts a UTF-8 character`);
  return bytes.subarray(start, end).toString();
}

function split([value, separator]: readonly unknown[], name: string): string[] {
  const [text, by] = [stringOf(value, name, 40085), stringOf(separator, name, 40086)];
  if (by === '') throw located(40087, '$split requires a non-empty separator');
  const parts: string[] = [];
  let at = 0;
  for (const found of occurrences(text, by)) {
    checkLength(parts.push(cut(text, at, found)), name);
    at = found + by.length;
  }
  parts.push(cut(text, at));
  return parts;
}

/** Where the text has the other between two places, or -1. */
type Search = (text: string, sought: string, from: number, to: number) => number;

function indexBy(search: Search): (args: readonly unknown[], name: string) => unknown {
  return ([value, sought, from = 0, to = Number.MAX_SAFE_INTEGER], name) => {
    if (isNullish(value)) return null;
    const [text, token] = [stringOf(value, name, 40091), stringOf(sought, name, 40092)];
    const [start, end] = [integerOf(from, name, 40096), integerOf(to, name, 40096)];
    if (start < 0 || end < 0) throw located(40097, `${name} requires a nonnegative index`);
    return search(text, token, start, end);
  };
}

const inBytes: Search = (text, sought, from, to) => {
  const bytes = Buffer.from(text);
  return occurrences(bytes, Buffer.from(sought), from, Math.min(to, bytes.length)).next().value ?? -1;
};

const inCodePoints: Search = (text, sought, from, to) => {
  const start = indexBehind(text, from);
  const end = indexBehind(text, to - from, start);
  if (from > to || (start === text.length && codePoints(text) < from)) return -1;
  const found = occurrences(text, sought, start, end).next().value;
  return found === undefined ? -1 : codePoints(text.slice(0, found));
};

/** What MongoDB trims where `chars` does not say. */
const WHITESPACE = '\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a';

const trim =
  (start: boolean, end: boolean): Operator =>
  (operand, compile, name) => {
    const { input, chars } = namedArguments(operand, compile, name, ['input'], ['chars']);
    return (scope) => {
      const value = input?.(scope);
      const letters = chars === undefined ? WHITESPACE : chars(scope);
      if (isNullish(value) || isNullish(letters)) return null;
      const text = stringOf(value, name, 50699);
      const drops = new Set(stringOf(letters, name, 50700));
      let [first, last] = [0, text.length];
      const isDropped = (from: number, to: number) => drops.has(text.slice(from, to));
      while (start && first < last && isDropped(first, indexBehind(text, 1, first)))
        first = indexBehind(text, 1, first);
      while (end && first < last && isDropped(lastBefore(text, last), last)) last = lastBefore(text, last);
      return cut(text, first, last);
    };
  };

/** MongoDB: BufferMaxSize. */
const MAX_TEXT = 64 * 1024 * 1024;

/** Texts that are joined at once: a list of all would take more than they do. */
const MANY = 65_536;

/** @throws MongoError 13548 for a text that no document can hold */
function joined(parts: Iterable<string>): string {
  const done: string[] = [];
  let [open, length]: [string[], number] = [[], 0];
  for (const part of parts) {
    length += part.length;
    if (length > MAX_TEXT)
      throw located(13548, `BufBuilder attempted to grow() to ${length} bytes, past the 64MB limit.`);
    if (open.push(part) < MANY) continue;
    done.push(open.join(''));
    open = [];
  }
  return [...done, ...open].join('');
}

const replace =
  (all: boolean): Operator =>
  (operand, compile, name) => {
    const { input, find, replacement } = namedArguments(operand, compile, name, ['input', 'find', 'replacement']);
    return (scope) => {
      const args = [input?.(scope), find?.(scope), replacement?.(scope)];
      if (args.some(isNullish)) return null;
      const [text, sought, by] = args.map((value) => stringOf(value, name, 51746)) as [string, string, string];
      return joined(replaced(text, sought, by, all));
    };
  };

function* replaced(text: string, sought: string, by: string, all: boolean): Generator<string> {
  let at = 0;
  for (const found of occurrences(text, sought)) {
    yield text.slice(at, found);
    yield by;
    at = found + sought.length;
    if (!all) break;
  }
  yield text.slice(at);
}

export const STRINGS: Record<string, Operator> = {
  $concat: nullable(0, Infinity, (args, name) => joined(args.map((value) => stringOf(value, name, 16702)))),
  $toUpper: eager(1, 1, ([value]) => upper(coerced(value))),
  $toLower: eager(1, 1, ([value]) => lower(coerced(value))),
  $strLenCP: eager(1, 1, ([value], name) => codePoints(stringOf(value, name, 34471))),
  $strLenBytes: eager(1, 1, ([value], name) => Buffer.byteLength(stringOf(value, name, 34473))),
  $strcasecmp: eager(2, 2, ([a, b], _, { budget }) => {
    const texts = [coerced(a), coerced(b)].map((text) => {
      budget.make(text.length);
      return upper(text);
    });
    return compareStrings(texts[0] as string, texts[1] as string);
  }),
  $substrCP: eager(3, 3, substringByCharacters),
  $substrBytes: eager(3, 3, substringByBytes),
  $substr: eager(3, 3, substringByBytes),
  $split: nullable(2, 2, split),
  $indexOfCP: eager(2, 4, indexBy(inCodePoints)),
  $indexOfBytes: eager(2, 4, indexBy(inBytes)),
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
  $replaceOne: replace(false),
  $replaceAll: replace(true),
};

import { Buffer } from 'node:buffer';
import { compareStrings } from '../../../values/compare.ts';
import { located } from '../../../values/error.ts';
import { bsonType } from '../../../values/value.ts';
import { integerOf } from './arrays.ts';
import { textOf } from './conversions.ts';
import { occurrences } from './occurrences.ts';
import { eager, isNullish, namedArguments, nullable, type Operator } from './operator.ts';

export function stringOf(value: unknown, name: string, code: number): string {
  if (typeof value === 'string') return value;
  throw located(code, `${name} requires a string argument, found: ${bsonType(value)}`);
}

/** As the string operators read their arguments: numbers and dates are written out, null is empty. */
const coerced = (value: unknown): string => (isNullish(value) ? '' : textOf(value));

const upper = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function substringByCharacters([value, from, count]: readonly unknown[], name: string): string {
  const [start, length] = [integerOf(from, name, 34450), integerOf(count, name, 34452)];
  if (start < 0 || length < 0) throw located(34455, `${name}: the starting index and the length must be non-negative`);
  return Array.from(coerced(value))
    .slice(start, start + length)
    .join('');
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
    parts.push(text.slice(at, found));
    at = found + by.length;
  }
  return [...parts, text.slice(at)];
}

function indexIn<T>(units: (text: string) => ArrayLike<T>): (args: readonly unknown[], name: string) => unknown {
  return ([value, sought, from = 0, to], name) => {
    if (isNullish(value)) return null;
    const [text, token] = [units(stringOf(value, name, 40091)), units(stringOf(sought, name, 40092))];
    const [start, limit] = [integerOf(from, name, 40096), to === undefined ? text.length : integerOf(to, name, 40096)];
    if (start < 0 || limit < 0) throw located(40097, `${name} requires a nonnegative index`);
    const end = Math.min(limit, text.length);
    return occurrences(text, token, start, end).next().value ?? -1;
  };
}

/** What MongoDB trims where `chars` does not say. */
const WHITESPACE = '\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a';

const trim =
  (start: boolean, end: boolean): Operator =>
  (operand, compile, name) => {
    const { input, chars } = namedArguments(operand, compile, name, ['input'], ['chars']);
    return (scope) => {
      const value = input?.(scope);
      const cut = chars === undefined ? WHITESPACE : chars(scope);
      if (isNullish(value) || isNullish(cut)) return null;
      const characters = Array.from(stringOf(value, name, 50699));
      const drops = new Set(stringOf(cut, name, 50700));
      const first = start ? characters.findIndex((character) => !drops.has(character)) : 0;
      const last = end ? characters.findLastIndex((character) => !drops.has(character)) : characters.length - 1;
      return first < 0 ? '' : characters.slice(first, last + 1).join('');
    };
  };

/** MongoDB: BufferMaxSize. */
const MAX_TEXT = 64 * 1024 * 1024;

/** @throws MongoError 13548 for a text that no document can hold */
function joined(parts: readonly string[]): string {
  const length = parts.reduce((total, part) => total + part.length, 0);
  if (length > MAX_TEXT)
    throw located(13548, `BufBuilder attempted to grow() to ${length} bytes, past the 64MB limit.`);
  return parts.join('');
}

const replace =
  (all: boolean): Operator =>
  (operand, compile, name) => {
    const { input, find, replacement } = namedArguments(operand, compile, name, ['input', 'find', 'replacement']);
    return (scope) => {
      const args = [input?.(scope), find?.(scope), replacement?.(scope)];
      if (args.some(isNullish)) return null;
      const [text, sought, by] = args.map((value) => stringOf(value, name, 51746)) as [string, string, string];
      const parts: string[] = [];
      let at = 0;
      for (const found of occurrences(text, sought)) {
        parts.push(text.slice(at, found), by);
        at = found + sought.length;
        if (!all) break;
      }
      return joined([...parts, text.slice(at)]);
    };
  };

export const STRINGS: Record<string, Operator> = {
  $concat: nullable(0, Infinity, (args, name) => joined(args.map((value) => stringOf(value, name, 16702)))),
  $toUpper: eager(1, 1, ([value]) => upper(coerced(value))),
  $toLower: eager(1, 1, ([value]) => lower(coerced(value))),
  $strLenCP: eager(1, 1, ([value], name) => Array.from(stringOf(value, name, 34471)).length),
  $strLenBytes: eager(1, 1, ([value], name) => Buffer.byteLength(stringOf(value, name, 34473))),
  $strcasecmp: eager(2, 2, ([a, b]) => compareStrings(upper(coerced(a)), upper(coerced(b)))),
  $substrCP: eager(3, 3, substringByCharacters),
  $substrBytes: eager(3, 3, substringByBytes),
  $substr: eager(3, 3, substringByBytes),
  $split: nullable(2, 2, split),
  $indexOfCP: eager(
    2,
    4,
    indexIn((text) => Array.from(text)),
  ),
  $indexOfBytes: eager(
    2,
    4,
    indexIn((text) => Buffer.from(text)),
  ),
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
  $replaceOne: replace(false),
  $replaceAll: replace(true),
};

import { inTimeSlices } from '#chassis/concurrency/time-slices.ts';
import type { AppError } from '#chassis/domain/errors.ts';
import { EXTRA, refusal, valueError } from './validate.ts';

/** Maximum depth. Deeper bodies are refused, because later code may be recursive. */
const MAX_DEPTH = 32;
/** Maximum keys of one object. No record has that many, and the answer would name each unknown key. */
const MAX_KEYS = 1_000;
/** Maximum fields and items in a body. Each may be invalid, and validating costs more than parsing. */
const MAX_VALUES = 200_000;
/**
 * Maximum objects and lists in a body. Each costs as much as about ten fields, even if it is empty. A BOM version has
 * fewer.
 */
const MAX_CONTAINERS = 50_000;
/** Characters that are read in one step. */
const STEP = 16 * 1024;

/** Number of significant digits that a double holds exactly. */
const EXACT_DIGITS = 15;
const PERHAPS_INEXACT = /[\d.]{16}|\d[eE][+-]?\d{3}/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/**
 * Larger than any double: JSON.parse turns it into Infinity, which no field accepts. No number that it replaces is
 * shorter.
 */
const REFUSED = '1e999';

const PROTO = '__proto__';
const decoder = new TextDecoder('utf-8', { fatal: true });

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const [COLON, COMMA, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [...':,{}[]'].map((mark) =>
  mark.charCodeAt(0),
);
const OF_NUMBERS = new Set([...'0123456789.+-eE'].map((mark) => mark.charCodeAt(0)));

/**
 * The reading of numbers. `exact`: a number with more digits than a double holds becomes Infinity, which no field
 * accepts.
 */
type Numbers = 'doubles' | 'exact';

/**
 * Parses a JSON body. Throws validation_failed: with `json_invalid` for text that is not UTF-8 or not JSON, that
 * repeats a key (parsers would disagree on its value) or is nested too deeply; with `extra_forbidden` for a `__proto__`
 * key; with `value_error` for more fields or items than any record has.
 */
export function parseJson(bytes: Uint8Array, numbers: Numbers = 'doubles'): unknown {
  const steps = reading(bytes, numbers);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * Like `parseJson`. A long body is parsed in time slices, so that other requests run in between; then the result is a
 * promise.
 */
export const parseJsonBytes = (bytes: Uint8Array, numbers: Numbers = 'doubles'): unknown =>
  bytes.length <= STEP ? parseJson(bytes, numbers) : inTimeSlices(reading(bytes, numbers));

function* reading(bytes: Uint8Array, numbers: Numbers): Generator<void, unknown> {
  const text = decodeUtf8(bytes);
  yield* checkSize(text);
  const value = parse(numbers === 'exact' ? yield* withoutInexact(text) : text);
  yield* checkKeys(text, value);
  return value;
}

/** Throws validation_failed for bytes that are not UTF-8, because they could not be stored as they were sent. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalid('Not UTF-8', 0);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    throw invalid(text.length === 0 ? 'Expecting value' : 'Unexpected text', position ? Number(position) : text.length);
  }
}

/**
 * Counts fields, items, objects and depth before any of them is created. For text that is not JSON the counts may be
 * wrong.
 */
function* checkSize(text: string): Generator<void> {
  const fields: number[] = [];
  let values = 1;
  let containers = 0;
  let step = STEP;
  for (let at = 0; at < text.length; at++) {
    if (at > step) {
      step = at + STEP;
      yield;
    }
    const mark = text.charCodeAt(at);
    if (mark === QUOTE) at = endOfString(text, at) - 1;
    else if (mark === COMMA && ++values > MAX_VALUES)
      throw tooMany(`a body has at most ${MAX_VALUES} fields and items`);
    else if (mark === COLON) {
      const count = (fields.pop() ?? 0) + 1;
      if (count > MAX_KEYS) throw tooMany(`an object has at most ${MAX_KEYS} fields`);
      fields.push(count);
    } else if (mark === OPEN_BRACE || mark === OPEN_BRACKET) {
      if (fields.push(0) > MAX_DEPTH) throw invalid(`Nested more than ${MAX_DEPTH} levels deep`, at);
      if (++containers > MAX_CONTAINERS) throw tooMany(`a body has at most ${MAX_CONTAINERS} objects and lists`);
    } else if (mark === CLOSE_BRACE || mark === CLOSE_BRACKET) fields.pop();
  }
}

/**
 * Throws validation_failed for a repeated key or `__proto__`. `text` must be JSON, and `value` the same parsed: then a
 * string before a colon is a key.
 */
function* checkKeys(text: string, value: unknown): Generator<void> {
  const open: Set<string>[] = [];
  let step = 0;
  for (let at = 0; at < text.length; at++) {
    if (at > step) {
      step = at + STEP;
      yield;
    }
    const mark = text.charCodeAt(at);
    if (mark === QUOTE) {
      const end = endOfString(text, at);
      if (text.charCodeAt(skipSpace(text, end)) === COLON) {
        const key = keyOf(text.slice(at, end));
        if (key === PROTO) throw unwelcome(wayToProto(value) ?? [PROTO]);
        checkKey(key, open.at(-1), at);
      }
      at = end - 1;
    } else if (mark === OPEN_BRACE || mark === OPEN_BRACKET) open.push(new Set());
    else if (mark === CLOSE_BRACE || mark === CLOSE_BRACKET) open.pop();
  }
}

const keyOf = (literal: string): string =>
  literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);

/** The keys and indexes that lead to a `__proto__` key. The depth of the value is already limited. */
function wayToProto(value: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, PROTO)) return [PROTO];
  for (const [key, inner] of Object.entries(value)) {
    const way = wayToProto(inner);
    if (way) return [key, ...way];
  }
  return undefined;
}

function checkKey(key: string, keys: Set<string> | undefined, at: number): void {
  if (keys?.has(key)) throw invalid('Duplicate key', at);
  keys?.add(key);
}

/**
 * Replaces each number that a double would silently change by a number that every field refuses. All other text keeps
 * its position. Text without such numbers is returned without a walk. Invalid JSON stays invalid, with its fault at the
 * same position.
 */
function* withoutInexact(text: string): Generator<void, string> {
  if (!PERHAPS_INEXACT.test(text)) return text;
  const pieces: string[] = [];
  let copied = 0;
  let step = STEP;
  for (let at = 0; at < text.length; at++) {
    if (at > step) {
      step = at + STEP;
      yield;
    }
    const mark = text.charCodeAt(at);
    if (mark === QUOTE) at = endOfString(text, at) - 1;
    else if (OF_NUMBERS.has(mark)) {
      const end = endOfNumber(text, at);
      const literal = text.slice(at, end);
      if (isInexact(literal)) {
        pieces.push(text.slice(copied, at), REFUSED.padEnd(literal.length));
        copied = end;
      }
      at = end - 1;
    }
  }
  return pieces.join('') + text.slice(copied);
}

function isInexact(literal: string): boolean {
  if (!PERHAPS_INEXACT.test(literal) || !NUMBER.test(literal)) return false;
  const value = Number(literal);
  const digits = significant(literal);
  const isOther = digits.length > EXACT_DIGITS || (value === 0 && digits !== '');
  return isOther && Number(value.toPrecision(EXACT_DIGITS)) === value;
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (OF_NUMBERS.has(text.charCodeAt(at))) at++;
  return at;
}

/** The digits of a number, without leading and trailing zeros. */
function significant(source: string): string {
  const [mantissa = ''] = source.split(/[eE]/);
  const digits = mantissa.replace(/[-.]/g, '');
  let [from, to] = [0, digits.length];
  while (from < to && digits[from] === '0') from++;
  while (to > from && digits[to - 1] === '0') to--;
  return digits.slice(from, to);
}

/**
 * The index after the closing quote of the string that starts at `start`; after the end of the text if there is no
 * closing quote.
 */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) <= 0x20) at++;
  return at;
}

const unwelcome = (way: string[]): AppError => refusal([{ ...EXTRA, loc: ['body', ...way], input: null }]);
const tooMany = (error: string): AppError => refusal([valueError(['body'], error, null)]);

function invalid(error: string, position: number): AppError {
  const loc = ['body', String(position)];
  return refusal([{ type: 'json_invalid', loc, msg: 'JSON decode error', input: {}, ctx: { error } }]);
}

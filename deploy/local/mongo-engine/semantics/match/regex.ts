import type { BSONRegExp } from 'bson';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { regexSource } from '../../values/compare.ts';
import { located, unsupported } from '../../values/error.ts';
import { spend, spendOn } from '../../values/watch.ts';
import { RegexTranslation, tooLarge } from './regex-translation.ts';

/** Each may hold 8 MiB of sets of states. */
const CACHE = new Map<string, Regex>();
const CACHE_SIZE = 32;
/** States of all that are kept, about 1 KB each. */
const CACHED_STATES = 64 * 1024;
let cachedStates = 0;

/** States times groups: a search for a match keeps for each state where each group is. */
const MAX_PLACES = 1024 * 1024;

/** As MongoDB has it. */
const MAX_PATTERN = 32_764;

/**
 * A pattern as it came over the wire, that looks at each text once: no text, however chosen, takes it more than linear time.
 * What it reads is counted: a long text that many states look at is ended (50, 262).
 */
export interface Regex {
  readonly states: number;
  test(text: string): boolean;
  /** From left to right. Throws 115 where a match would not end where MongoDB's does. */
  matches(text: string): Iterable<RegExpMatchArray>;
}

/**
 * MongoDB's regular expressions are PCRE's over code points. What RE2 can say is translated; what it cannot, such as
 * look-around and back-references, is refused with 115, an option that does not exist with 51108, and a pattern that is
 * too long or malformed with 51091.
 */
export function compileRegex(value: RegExp | BSONRegExp | string, options?: string): Regex {
  const source = typeof value === 'string' ? { pattern: value, options: '' } : regexSource(value);
  const letters = options ?? source.options;
  const key = `${letters}/${source.pattern}`;
  const known = CACHE.get(key);
  if (known !== undefined) return known;
  const made = make(source.pattern, letters);
  cachedStates += made.states;
  for (const [oldest, { states }] of CACHE) {
    if (CACHE.size < CACHE_SIZE && cachedStates <= CACHED_STATES) break;
    CACHE.delete(oldest);
    cachedStates -= states;
  }
  CACHE.set(key, made);
  return made;
}

function make(pattern: string, options: string): Regex {
  const bad = options.replace(/[imsxu]/g, '');
  if (bad !== '') throw located(51108, `invalid flag in regex options: ${bad[0]}`);
  if (pattern.length > MAX_PATTERN) throw located(51091, 'Regular expression is invalid: pattern is too long');
  return isPlain(pattern, options) ? plainRegex(pattern, options) : linearRegex(pattern, options);
}

/** Text of a few characters, with its special ones escaped, anywhere or at the beginning: what lists search by. */
const PLAIN = /^\^?(?:[^\\^$.*+?()[\]{}|]|\\[\\^$.*+?()[\]{}|]){1,64}$/u;

const isPlain = (pattern: string, options: string): boolean =>
  (options === '' || options === 'i') && PLAIN.test(pattern);

/**
 * Many times as fast as RE2. Without anything to repeat or to choose from, each place of a text is looked at as often as
 * the pattern has characters at most.
 */
function plainRegex(pattern: string, options: string): Regex {
  const expression = new RegExp(pattern, `${options}u`);
  return {
    states: pattern.length,
    test: (text) => expression.test(text),
    matches: (text) => text.matchAll(new RegExp(expression, `${options}gu`)),
  };
}

function linearRegex(pattern: string, options: string): Regex {
  const inline = /^\(\?([imsx]{1,4})\)/.exec(pattern);
  const letters = options + (inline?.[1] ?? '');
  const translation = new RegexTranslation(pattern.slice(inline?.[0].length ?? 0), letters);
  const regex = compile(translation.text(), letters.includes('i') ? RE2JS.CASE_INSENSITIVE : 0, pattern);
  const states = regex.programSize();
  // The library declares no objects.
  const counted = (text: string) => new CountedText(text, 1 + states / STATES_OF_STEP) as unknown as string;
  return {
    states,
    test: (text) => regex.test(counted(text)),
    matches(text) {
      if (states * regex.groupCount() > MAX_PLACES) throw tooLarge();
      if (translation.takesLastLineFeed && text.endsWith('\n'))
        throw unsupported('looking for $ before the last line feed of a text');
      return regex.matchAll(counted(text));
    },
  };
}

/** States that look at a character within a step of work. */
const STATES_OF_STEP = 32;

/**
 * A text that counts how often a character of it is asked for. It is no subclass of String, by which V8 would make all strings of
 * the process slower, that of BSON by a third; the library asks for the tag alone.
 */
class CountedText {
  readonly [Symbol.toStringTag] = 'String';
  readonly length: number;
  readonly #text: string;
  readonly #steps: number;

  constructor(text: string, steps: number) {
    this.length = text.length;
    this.#text = text;
    this.#steps = steps;
  }

  charCodeAt(at: number): number {
    spend(this.#steps);
    return this.#text.charCodeAt(at);
  }

  indexOf(part: string, from?: number): number {
    spendOn(this.#text);
    return this.#text.indexOf(part, from);
  }

  substring(start: number, end: number): string {
    return this.#text.substring(start, end);
  }
}

/** Patterns that are malformed to PCRE as well, in RE2's words. */
const MALFORMED = new Set([
  'missing closing )',
  'unexpected )',
  'missing closing ]',
  'missing argument to repetition operator',
]);

function compile(text: string, flags: number, pattern: string): RE2JS {
  try {
    return RE2JS.compile(text, flags);
  } catch (error) {
    // PCRE has verbs, as `(*UTF)`.
    if (error instanceof RE2JSSyntaxException && MALFORMED.has(error.error) && !pattern.includes('(*'))
      throw located(51091, `Regular expression is invalid: ${error.error}`);
    throw unsupported(`the regular expression /${pattern}/`);
  }
}

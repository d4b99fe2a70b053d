import type { BSONRegExp } from 'bson';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { regexSource } from '../../values/compare.ts';
import { located, unsupported } from '../../values/error.ts';
import { RegexTranslation } from './regex-translation.ts';

/** Each may hold 8 MiB of states. */
const CACHE = new Map<string, Regex>();
const CACHE_SIZE = 32;

/** As MongoDB has it. */
const MAX_PATTERN = 32_764;

/** A pattern as it came over the wire, that looks at each text once: no text, however chosen, takes it more than linear time. */
export interface Regex {
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
  if (CACHE.size >= CACHE_SIZE) CACHE.delete(CACHE.keys().next().value as string);
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
    test: (text) => expression.test(text),
    matches: (text) => text.matchAll(new RegExp(expression, `${options}gu`)),
  };
}

function linearRegex(pattern: string, options: string): Regex {
  const inline = /^\(\?([imsx]{1,4})\)/.exec(pattern);
  const letters = options + (inline?.[1] ?? '');
  const translation = new RegexTranslation(pattern.slice(inline?.[0].length ?? 0), letters);
  const regex = compile(translation.text(), letters.includes('i') ? RE2JS.CASE_INSENSITIVE : 0, pattern);
  return {
    test: (text) => regex.test(text),
    matches(text) {
      if (translation.takesLastLineFeed && text.endsWith('\n'))
        throw unsupported('looking for $ before the last line feed of a text');
      return regex.matchAll(text);
    },
  };
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

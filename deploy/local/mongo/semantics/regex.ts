import type { BSONRegExp } from 'bson';
import { regexSource } from './compare.ts';
import { located, unsupported } from './error.ts';

const CACHE = new Map<string, RegExp>();
const CACHE_SIZE = 500;

/**
 * MongoDB's regular expressions are PCRE's over code points. What both languages say in the same words is translated, with
 * PCRE's meaning of `.`, `^`, `$` and `\s`; what JavaScript cannot say is refused.
 */
export function compileRegex(value: RegExp | BSONRegExp | string, options?: string): RegExp {
  const source = typeof value === 'string' ? { pattern: value, options: '' } : regexSource(value);
  const letters = options ?? source.options;
  const key = `${letters}/${source.pattern}`;
  const known = CACHE.get(key);
  if (known !== undefined) return known;
  const made = translate(source.pattern, letters);
  if (CACHE.size >= CACHE_SIZE) CACHE.clear();
  CACHE.set(key, made);
  return made;
}

function translate(pattern: string, options: string): RegExp {
  const bad = options.replace(/[imsxu]/g, '');
  if (bad !== '') throw located(51108, `invalid flag in regex options: ${bad[0]}`);
  const inline = /^\(\?([imsx]+)\)/.exec(pattern);
  const letters = options + (inline?.[1] ?? '');
  const body = new Translation(pattern.slice(inline?.[0].length ?? 0), letters).text();
  try {
    return new RegExp(body, letters.includes('i') ? 'iu' : 'u');
  } catch {
    throw unsupported(`the regular expression /${pattern}/`);
  }
}

const END = '(?![\\s\\S])';
const SPACE = ' \\t\\n\\v\\f\\r';
/** The code points that are not PCRE's white space, to stand in a class. */
const NOT_SPACE = '\\u{0}-\\u{8}\\u{e}-\\u{1f}\\u{21}-\\u{10ffff}';
/** The escapes that both languages read alike. */
const SHARED_ESCAPES = /[dDwWbBnrtfk1-9]/;

class Translation {
  private readonly pattern: string;
  private readonly flags: { dotAll: boolean; multiline: boolean; extended: boolean };
  private at = 0;
  private inClass = false;

  constructor(pattern: string, letters: string) {
    this.pattern = pattern;
    this.flags = { dotAll: letters.includes('s'), multiline: letters.includes('m'), extended: letters.includes('x') };
  }

  text(): string {
    let text = '';
    while (this.at < this.pattern.length) text += this.next();
    return text;
  }

  private next(): string {
    const character = this.pattern[this.at++] as string;
    if (character === '\\') return this.escape();
    return this.inClass ? this.classMember(character) : this.outside(character);
  }

  private outside(character: string): string {
    switch (character) {
      case '.':
        return this.flags.dotAll ? '[\\s\\S]' : '[^\\n]';
      case '^':
        return this.flags.multiline ? `(?<![^\\n])(?!(?<=\\n)${END})` : '^';
      case '$':
        return this.flags.multiline ? '(?![^\\n])' : `(?=\\n?${END})`;
      case '[':
        return this.openClass();
      case '{':
        // Versions of PCRE differ: a quantifier or text.
        if (/^,\d+\}/.test(this.pattern.slice(this.at))) throw unsupported('{,n} in a regular expression');
        return /^\{\d+(,\d*)?\}/.test(this.pattern.slice(this.at - 1)) ? '{' : '\\{';
      case ']':
      case '}':
        return this.closing(character);
      case '#':
        return this.flags.extended ? this.skipComment() : '#';
      default:
        return this.flags.extended && /\s/.test(character) ? '' : character;
    }
  }

  private closing(character: string): string {
    const quantifier = character === '}' && /\{\d+(,\d*)?\}$/.test(this.pattern.slice(0, this.at));
    return quantifier ? character : `\\${character}`;
  }

  private skipComment(): string {
    const end = this.pattern.indexOf('\n', this.at);
    this.at = end < 0 ? this.pattern.length : end + 1;
    return '';
  }

  private openClass(): string {
    this.inClass = true;
    let opening = '[';
    if (this.pattern[this.at] === '^') opening += this.pattern[this.at++];
    // PCRE takes a bracket that comes first as itself.
    if (this.pattern[this.at] === ']') {
      this.at++;
      opening += '\\]';
    }
    return opening;
  }

  private classMember(character: string): string {
    if (character === ']') this.inClass = false;
    if (character !== '[') return character;
    if (/^[:.=]/.test(this.pattern.slice(this.at)))
      throw unsupported(`the class [${this.pattern[this.at]} in a regular expression`);
    return '\\[';
  }

  private escape(): string {
    const character = this.pattern[this.at++] ?? '';
    if (character === 's') return this.inClass ? SPACE : `[${SPACE}]`;
    if (character === 'S') return this.inClass ? NOT_SPACE : `[^${SPACE}]`;
    if (character === 'A' && !this.inClass) return '(?<![\\s\\S])';
    if (character === 'z' && !this.inClass) return END;
    if (character === 'Z' && !this.inClass) return `(?=\\n?${END})`;
    if (character === 'x' || character === '0') return this.numericEscape(character);
    if (character === 'p' || character === 'P') return this.property(character);
    if (SHARED_ESCAPES.test(character)) return `\\${character}`;
    if (/[A-Za-z]/.test(character) || character === '')
      throw unsupported(`the escape \\${character} in a regular expression`);
    return literal(character);
  }

  private property(character: string): string {
    const name = /^\{\w+\}/.exec(this.pattern.slice(this.at))?.[0];
    if (name === undefined) throw unsupported(`the escape \\${character} in a regular expression`);
    this.at += name.length;
    return `\\${character}${name}`;
  }

  private numericEscape(character: string): string {
    const digits = /^[0-9a-fA-F]{2}/.exec(this.pattern.slice(this.at))?.[0];
    if (character === '0' || digits === undefined)
      throw unsupported(`the escape \\${character} in a regular expression`);
    this.at += 2;
    return `\\x${digits}`;
  }
}

/** A character that stands for itself, as JavaScript's strict mode wants it written. */
const literal = (character: string): string =>
  character > '~' ? character : `\\u{${character.charCodeAt(0).toString(16)}}`;

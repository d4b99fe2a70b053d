import { located, unsupported } from '../../values/error.ts';

/** Characters of a pattern whose counted repetitions are written out: PCRE has as many bytes for what it makes of one. */
const MAX_SIZE = 64 * 1024;
/** Characters that count for one of `\p{…}`, a class of hundreds of ranges. */
const PROPERTY_SIZE = 64;
const NOT_LAST = '$ or \\Z with more behind it';
const SPACE = ' \\t\\n\\v\\f\\r';
/** The code points that are not PCRE's white space, to stand in a class. */
const NOT_SPACE = '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{10ffff}';
/** The escapes that both languages read alike. */
const SHARED_ESCAPES = /^[dDwWnrtf]$/;
/** Groups that both read alike; a flag other than `i` would change what has been translated. */
const SHARED_GROUP = /^\(\?(?::|-?i:|P?<[A-Za-z_]\w{0,63}>)/;

/** What stands before the next character, within one group. */
interface Level {
  /** Behind `$` nothing may follow: RE2 cannot look ahead, so the line feed before the end is part of the match. */
  isEnded: boolean;
  /** The same for one of the earlier alternatives. */
  wasEnded: boolean;
  /** Behind a multiline `^` there must be something: PCRE has no line behind the last line feed, RE2 has an empty one. */
  isLineEmpty: boolean;
  /** How large the pattern is before the group. */
  readonly start: number;
}

const newLevel = (start: number): Level => ({ isEnded: false, wasEnded: false, isLineEmpty: false, start });

/**
 * Writes a pattern of PCRE's in RE2's words, with PCRE's meaning of `.`, `^`, `$` and `\s`. Throws 115 for what cannot
 * be said in them, 51091 for what is too large. One pass: its work grows with the length of the pattern.
 */
export class RegexTranslation {
  /** Whether a match may hold the line feed before the end of the text, which PCRE's would not. */
  takesLastLineFeed = false;
  readonly #pattern: string;
  readonly #flags: { dotAll: boolean; multiline: boolean; extended: boolean };
  #at = 0;
  #inClass = false;
  /** How large the pattern is so far, and before what a quantifier would repeat. */
  #size = 0;
  #repeated = 0;
  readonly #levels = [newLevel(0)];

  constructor(pattern: string, letters: string) {
    this.#pattern = pattern;
    this.#flags = { dotAll: letters.includes('s'), multiline: letters.includes('m'), extended: letters.includes('x') };
  }

  text(): string {
    const parts: string[] = [];
    while (this.#at < this.#pattern.length) {
      const start = this.#at;
      parts.push(this.#next());
      this.#grow(this.#at - start);
    }
    this.#endAlternative();
    return parts.join('');
  }

  #grow(size: number): void {
    this.#size += size;
    if (this.#size > MAX_SIZE) throw tooLarge();
  }

  #next(): string {
    const character = this.#pattern[this.#at++] as string;
    if (this.#inClass) return character === '\\' ? this.#escape() : this.#classMember(character);
    if (!(this.#flags.extended ? /[*+?{\s#]/ : /[*+?{]/).test(character)) this.#repeated = this.#size;
    switch (character) {
      case '(':
        return this.#openGroup();
      case ')':
        return this.#closeGroup();
      case '|':
        this.#endAlternative();
        return '|';
      case '^':
        this.#level.isLineEmpty = this.#flags.multiline;
        return this.#flags.multiline ? '(?m:^)' : '^';
      case '$':
        return this.#flags.multiline ? '(?m:$)' : this.#lastLineFeed();
      case '#':
        return this.#flags.extended ? this.#skipComment() : this.#atom('#');
      case '*':
      case '+':
      case '?':
        return this.#quantifier(character);
      case '{':
        return this.#brace();
      default:
        return this.#flags.extended && /\s/.test(character) ? '' : this.#plain(character);
    }
  }

  #plain(character: string): string {
    if (character === '\\') return this.#escape();
    if (character === '.') return this.#atom(this.#flags.dotAll ? '(?s:.)' : '[^\\n]');
    if (character === '[') return this.#openClass();
    return this.#atom(character === ']' || character === '}' ? `\\${character}` : character);
  }

  get #level(): Level {
    return this.#levels.at(-1) as Level;
  }

  /** Something that takes a character, unless a quantifier behind it says that it need not. */
  #atom(text: string): string {
    this.#checkEnd();
    if (!/[*?{]/.test(this.#pattern[this.#at] ?? '')) this.#level.isLineEmpty = false;
    return text;
  }

  #quantifier(text: string): string {
    this.#checkEnd();
    return text;
  }

  #checkEnd(): void {
    if (this.#level.isEnded) throw refused(NOT_LAST);
  }

  #endAlternative(): void {
    if (this.#level.isLineEmpty) throw refused('^ with nothing behind it in multiline mode');
    this.#level.wasEnded ||= this.#level.isEnded;
    this.#level.isEnded = false;
  }

  #openGroup(): string {
    this.#checkEnd();
    const rest = this.#pattern.slice(this.#at - 1, this.#at + 80);
    const opening = rest[1] === '?' ? SHARED_GROUP.exec(rest)?.[0] : '(';
    if (opening === undefined) throw refused(`the group ${rest.slice(0, 4)}`);
    this.#at += opening.length - 1;
    this.#levels.push(newLevel(this.#size));
    return opening;
  }

  #closeGroup(): string {
    this.#endAlternative();
    const inner = this.#levels.length > 1 ? this.#levels.pop() : undefined;
    if (inner?.wasEnded) this.#level.isEnded = true;
    this.#repeated = inner?.start ?? 0;
    return ')';
  }

  #lastLineFeed(): string {
    this.#checkEnd();
    this.#level.isEnded = true;
    this.takesLastLineFeed = true;
    return '\\n?\\z';
  }

  #brace(): string {
    const rest = this.#pattern.slice(this.#at - 1, this.#at + 20);
    // Versions of PCRE differ: a quantifier or text.
    if (/^\{,\d+\}/.test(rest)) throw refused('{,n}');
    const [quantifier, least, most] = /^\{(\d{1,8})(?:,(\d{0,8}))?\}/.exec(rest) ?? [];
    if (quantifier === undefined) return this.#atom('\\{');
    this.#at += quantifier.length - 1;
    this.#grow((this.#size - this.#repeated) * Math.max(0, Number(most || least) - 1));
    return this.#quantifier(quantifier);
  }

  #skipComment(): string {
    const end = this.#pattern.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#pattern.length : end + 1;
    return '';
  }

  #openClass(): string {
    this.#checkEnd();
    this.#inClass = true;
    let opening = '[';
    if (this.#pattern[this.#at] === '^') opening += this.#pattern[this.#at++];
    // PCRE takes a bracket that comes first as itself.
    if (this.#pattern[this.#at] === ']') {
      this.#at++;
      opening += '\\]';
    }
    return opening;
  }

  #classMember(character: string): string {
    if (character === ']') {
      this.#inClass = false;
      return this.#atom(']');
    }
    if (character !== '[') return character;
    if (/[:.=]/.test(this.#pattern[this.#at] ?? '')) throw refused(`the class [${this.#pattern[this.#at]}`);
    return '\\[';
  }

  #escape(): string {
    const character = this.#pattern[this.#at++] ?? '';
    return this.#inClass ? this.#memberEscape(character) : this.#outerEscape(character);
  }

  #memberEscape(character: string): string {
    if (character === 's') return SPACE;
    if (character === 'S') return NOT_SPACE;
    return character === 'b' ? '\\x08' : this.#sharedEscape(character);
  }

  #outerEscape(character: string): string {
    if (character === 'A' || character === 'z' || character === 'b' || character === 'B') return `\\${character}`;
    if (character === 'Z') return this.#lastLineFeed();
    if (character === 's') return this.#atom(`[${SPACE}]`);
    if (character === 'S') return this.#atom(`[^${SPACE}]`);
    // Of ASCII alone in any case; RE2 would fold two further letters into them.
    if (character === 'w' || character === 'W') return this.#atom(`(?-i:\\${character})`);
    return this.#atom(this.#sharedEscape(character));
  }

  #sharedEscape(character: string): string {
    if (SHARED_ESCAPES.test(character)) return `\\${character}`;
    if (character === 'x') return this.#taken(character, /^[0-9a-fA-F]{2}/);
    if (character === 'p' || character === 'P') return this.#taken(character, /^\{\w{1,64}\}/);
    if (/^[A-Za-z0-9]?$/.test(character)) throw refused(`the escape \\${character}`);
    return literal(character);
  }

  /** An escape and what belongs to it. */
  #taken(character: string, form: RegExp): string {
    const operand = form.exec(this.#pattern.slice(this.#at, this.#at + 80))?.[0];
    if (operand === undefined) throw refused(`the escape \\${character}`);
    this.#at += operand.length;
    if (/p/i.test(character)) this.#grow(PROPERTY_SIZE);
    return `\\${character}${operand}`;
  }
}

export const tooLarge = () => located(51091, 'Regular expression is invalid: regular expression is too large');

const refused = (what: string) => unsupported(`${what} in a regular expression`);

/** A character that stands for itself. */
const literal = (character: string): string =>
  character > '~' ? character : `\\x{${character.charCodeAt(0).toString(16)}}`;

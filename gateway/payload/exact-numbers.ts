import { endOfString, QUOTE, STEP } from './json-text.ts';

/** Digits that a double tells exactly. */
const EXACT_DIGITS = 15;
const PERHAPS_INEXACT = /[\d.]{16}|\d[eE][+-]?\d{3}/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Larger than any double: JSON.parse makes it Infinity, which no field takes. No number that it replaces is shorter. */
const REFUSED = '1e999';

/**
 * `text` with a number that is always refused in place of each for which a double would pass and is another. All else keeps
 * its position. Texts without such numbers are not walked. A text that is no JSON stays none, with its fault where it was.
 */
export function* withoutInexact(text: string): Generator<void, string> {
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

const OF_NUMBERS = new Set([...'0123456789.+-eE'].map((mark) => mark.charCodeAt(0)));

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (OF_NUMBERS.has(text.charCodeAt(at))) at++;
  return at;
}

/** The digits of a number without zeros that lead or end them. */
function significant(source: string): string {
  const [mantissa = ''] = source.split(/[eE]/);
  const digits = mantissa.replace(/[-.]/g, '');
  let [from, to] = [0, digits.length];
  while (from < to && digits[from] === '0') from++;
  while (to > from && digits[to - 1] === '0') to--;
  return digits.slice(from, to);
}

/** Digits that a double tells exactly. */
const EXACT_DIGITS = 15;
const PERHAPS_INEXACT = /[\d.]{16}|\d[eE][+-]?\d{3}/;

/**
 * As JSON.parse, but that a number is NaN, which no JSON can say, where a double would pass for it and is another. Few texts
 * have one, and only they are read with a look at each value.
 */
export const parseExactly = (text: string): unknown =>
  PERHAPS_INEXACT.test(text) ? JSON.parse(text, exactOrNaN) : JSON.parse(text);

function exactOrNaN(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  const digits = significant(source);
  const isOther = digits.length > EXACT_DIGITS || (value === 0 && digits !== '');
  const looksExact = Number(value.toPrecision(EXACT_DIGITS)) === value;
  return isOther && looksExact ? Number.NaN : value;
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

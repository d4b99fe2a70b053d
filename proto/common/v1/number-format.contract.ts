import { text } from './contract.ts';

/** The year in a format of numbers, with four or two digits. */
const [YEAR, SHORT_YEAR] = ['{YYYY}', '{YY}'];

/** A format of numbers, such as `{YYYY}-{000000}`: text, the year, and once the place of the number. */
export const numberFormat = () =>
  text({ max: 40 }).refine(
    (format) => seriesOf(format, 2000) !== undefined,
    'a format has {0} exactly once, with a 0 for each digit, and perhaps {YYYY} or {YY}: {YYYY}-{000000}',
  );

/** Numbers that differ only in their count. */
export interface Series {
  before: string;
  after: string;
  /** Minimum number of digits. */
  digits: number;
}

/** The series of a year from 1 to 9999; undefined if the text is no format. */
export function seriesOf(format: string, year: number): Series | undefined {
  const [start, end] = [format.indexOf('{0'), format.indexOf('0}') + 1];
  const zeros = format.slice(start + 1, end);
  const [before, after] = [format.slice(0, start), format.slice(end + 1)].map((text) => withYear(text, year));
  const isFormat = start >= 0 && zeros.length > 0 && zeros === '0'.repeat(zeros.length);
  return isFormat && before !== undefined && after !== undefined ? { before, after, digits: zeros.length } : undefined;
}

/** The text with the year in its place; undefined if it has other braces. */
function withYear(text: string, year: number): string | undefined {
  const digits = String(year).padStart(4, '0');
  const rest = text.replaceAll(YEAR, '').replaceAll(SHORT_YEAR, '');
  if (rest.includes('{') || rest.includes('}')) return undefined;
  return text.replaceAll(YEAR, digits).replaceAll(SHORT_YEAR, digits.slice(-2));
}

export const numberIn = ({ before, after, digits }: Series, count: number): string =>
  `${before}${String(count).padStart(digits, '0')}${after}`;

import { text } from './contract.ts';

/** The year in a format of numbers, with four or two digits. */
const [YEAR, SHORT_YEAR] = ['{YYYY}', '{YY}'];

/** A format of numbers, such as `{YYYY}-{000000}`: text, the year, and once the place of the number. */
export const numberFormat = () =>
  text({ max: 40 }).refine(
    (format) => seriesOf(format, 2000) !== undefined,
    'a format has once {0}, with a 0 for each digit, and perhaps {YYYY} or {YY}: {YYYY}-{000000}',
  );

/** Numbers that differ only in their count. */
export interface Series {
  before: string;
  after: string;
  /** Minimum number of digits. */
  digits: number;
}

/** The series of a year; undefined if the text is no format. */
export function seriesOf(format: string, year: number): Series | undefined {
  const filled = format
    .replaceAll(YEAR, String(year).padStart(4, '0'))
    .replaceAll(SHORT_YEAR, String(year % 100).padStart(2, '0'));
  const [start, end] = [filled.indexOf('{'), filled.indexOf('}')];
  const zeros = filled.slice(start + 1, end);
  const [before, after] = [filled.slice(0, start), filled.slice(end + 1)];
  const isFormat = start >= 0 && zeros.length > 0 && zeros === '0'.repeat(zeros.length);
  return isFormat && !/[{}]/.test(before + after) ? { before, after, digits: zeros.length } : undefined;
}

export const numberIn = ({ before, after, digits }: Series, count: number): string =>
  `${before}${String(count).padStart(digits, '0')}${after}`;

import { type Series, seriesOf } from '#proto/common/v1/number-format.contract.ts';
import { dayText } from '../../documents/domain/days.ts';

/** The series of a format for an issue date, by its year. `today`: an ISO 8601 date. */
export const seriesAt = (format: string, issuedDate: string | null, today: string): Series | undefined =>
  seriesOf(format, yearOf(issuedDate) ?? yearOf(today) ?? 1);

/** The year of the date's day in UTC, as in tax reports; undefined if the text is no date from the year 1 to 9999. */
function yearOf(date: string | null): number | undefined {
  const day = dayText(date);
  const year = day === null ? 0 : Temporal.PlainDate.from(day).year;
  return year >= 1 && year <= 9999 ? year : undefined;
}

/** Counts the numbers of a series. */
export interface Counter {
  /** `<orgId>:["<text before the number>","<text after it>"]` */
  _id: string;
  orgId: string;
  last: number;
  /** Number of counts that were left out because an invoice had them. A counter of an earlier version lacks it. */
  skipped?: number;
}

type Texts = Pick<Series, 'before' | 'after'>;

export const counterName = (orgId: string, { before, after }: Texts): string =>
  `${orgId}:${JSON.stringify([before, after])}`;

/** The texts around the numbers of a counter. */
export function textsOf({ _id, orgId }: Counter): Texts {
  const [before, after] = JSON.parse(_id.slice(`${orgId}:`.length)) as [string, string];
  return { before, after };
}

/** The count in a number, with any number of digits; undefined for a number of another series. */
export function countIn(number: string, { before, after }: Texts): number | undefined {
  const digits = number.slice(before.length, number.length - after.length);
  return number === before + digits + after && /^\d+$/.test(digits) ? Number(digits) : undefined;
}

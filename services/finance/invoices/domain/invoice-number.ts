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

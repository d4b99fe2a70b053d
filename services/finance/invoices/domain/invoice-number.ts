import { type Series, seriesOf } from '#proto/common/v1/number-format.contract.ts';

/** The series of a format for an issue date, by its year. `today`: an ISO 8601 date. */
export const seriesAt = (format: string, issuedDate: string | null, today: string): Series | undefined =>
  seriesOf(format, yearOf(issuedDate) ?? yearOf(today) ?? 1);

/** The year of the date as it is written; undefined if the text is no ISO 8601 date from the year 1 to 9999. */
function yearOf(date: string | null): number | undefined {
  try {
    const { year } = Temporal.PlainDate.from(date ?? '');
    return year >= 1 && year <= 9999 ? year : undefined;
  } catch {
    return undefined;
  }
}

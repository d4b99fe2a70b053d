import { dateSortKey, USUAL_DATE } from './sort-keys.ts';

const DAY_MS = 86_400_000;

/** The day of a date in UTC, as an ISO 8601 date; null if ISO 8601 does not read it. */
export function dayText(date: string | null): string | null {
  const start = dateSortKey(date);
  if (start === null || date === null) return null;
  if (USUAL_DATE.test(date)) return date;
  return Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO('UTC').toPlainDate().toString();
}

/** Days from one date to another; below 0 if `to` is earlier. Both are ISO 8601 dates. */
export const daysBetween = (from: string, to: string): number =>
  ((dateSortKey(to) ?? 0) - (dateSortKey(from) ?? 0)) / DAY_MS;

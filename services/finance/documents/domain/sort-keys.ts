import { parseDecimal } from '#chassis/domain/money.ts';
import { MAX_DIGITS } from '#proto/finance/v1/money.contract.ts';

const UNIT = 10n ** BigInt(MAX_DIGITS);
/**
 * Larger than every decimal. The sum of this offset and a decimal is positive and always has the same number of digits.
 */
const OFFSET = UNIT * UNIT;
const LENGTH = String(OFFSET).length;

/**
 * A text that sorts as the decimal, for decimals with at most MAX_DIGITS digits. A text is stored because all databases
 * compare text alike. Doubles are not exact, and databases differ in their exact number types.
 */
export const decimalSortKey = (decimal: string): string =>
  (OFFSET + BigInt(parseDecimal(decimal).times(String(UNIT)).toFixed())).toString().padStart(LENGTH, '0');

/**
 * The sort key of a value that many records share. The id makes the key unique, so that one index seek finds the start
 * of a page. `value`: a text of fixed length, or one of a few words.
 */
export const sharedSortKey = (value: string, { id }: { id: string }): string => `${value}:${id}`;

/**
 * The start of a date that is stored as the caller sent it, in epoch milliseconds; null if the text is not ISO 8601
 * (decisions 1: Timestamps).
 */
export const dateSortKey = (date: string | null): number | null => (date === null ? null : instantOf(date));

/** The sort key of a date that many records share. Texts that are not ISO 8601 sort before all dates. */
export function sharedDateSortKey(date: string | null, record: { id: string }): string {
  const instant = dateSortKey(date);
  return sharedSortKey(instant === null ? BEFORE_ALL : instantText(instant), record);
}

/** The sort key of an amount that many records share. Unknown amounts sort before all others. */
export function sharedAmountSortKey(amount: number | string | null | undefined, record: { id: string }): string {
  return sharedSortKey(amount === null || amount === undefined ? BEFORE_ALL : decimalSortKey(String(amount)), record);
}

/** The sort keys of amounts, by the names of their fields. */
export function amountSortKeys<Name extends string>(...names: Name[]) {
  type Amounts = { id: string } & { readonly [Field in Name]?: number | string | null };
  const keys = names.map((name) => [name, (record: Amounts) => sharedAmountSortKey(record[name], record)]);
  return Object.fromEntries(keys) as { [Field in Name]: (record: Amounts) => string };
}

/** Sorts before all digits. */
const BEFORE_ALL = '-';
/**
 * Milliseconds between the earliest possible instant and the epoch. Added to an instant, so that the result is never
 * negative.
 */
const FIRST = 8_640_000_000_000_000n;
const INSTANT_LENGTH = String(FIRST * 2n).length;

/** The text of a moment, in epoch milliseconds, with which the sort keys of its dates begin. */
export const instantText = (instant: number): string => String(BigInt(instant) + FIRST).padStart(INSTANT_LENGTH, '0');

/** A date with a year of four digits. It may be a day that no month has. */
export const USUAL_DATE = /^\d{4}-\d{2}-\d{2}$/;

function instantOf(date: string): number | null {
  return (
    startOfDay(date) ??
    attempt(() => Temporal.Instant.from(date)) ??
    attempt(() => Temporal.PlainDateTime.from(date).toZonedDateTime('UTC'))
  );
}

/** The start of a date in the usual form, `2026-03-31`; null for any other text. It is much faster than Temporal. */
function startOfDay(date: string): number | null {
  if (!USUAL_DATE.test(date)) return null;
  const start = Date.parse(date);
  // Date.parse takes 30 February for 2 March, and reads some months above 12 as days.
  return Number.isNaN(start) || !new Date(start).toISOString().startsWith(date) ? null : start;
}

function attempt(read: () => { epochMilliseconds: number }): number | null {
  try {
    return read().epochMilliseconds;
  } catch {
    return null;
  }
}

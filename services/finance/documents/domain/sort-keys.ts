import { parseDecimal } from '#chassis/domain/money.ts';
import { MAX_DIGITS } from '#proto/finance/v1/money.contract.ts';

const UNIT = 10n ** BigInt(MAX_DIGITS);
/** Above all that a decimal can be: what is added to it is positive, and has one length. */
const OFFSET = UNIT * UNIT;
const LENGTH = String(OFFSET).length;

/**
 * Text that sorts as the decimal does, of one with at most MAX_DIGITS digits. Databases compare text alike; exact numbers
 * of theirs differ, and doubles are not exact.
 */
export const decimalSortKey = (decimal: string): string =>
  (OFFSET + BigInt(parseDecimal(decimal).times(String(UNIT)).toFixed())).toString().padStart(LENGTH, '0');

/**
 * The sort key of a value that many records share. The id breaks ties, so that a page that begins among them is found
 * at once. `value`: a text of one length, or of few words.
 */
export const sharedSortKey = (value: string, { id }: { id: string }): string => `${value}:${id}`;

/** When a date that is kept as sent begins, in milliseconds; null for what ISO 8601 does not read (decisions 1: Timestamps). */
export const dateSortKey = (date: string | null): number | null => (date === null ? null : instantOf(date));

/** The same of a date that many records share; what ISO 8601 does not read comes before all others. */
export function sharedDateSortKey(date: string | null, record: { id: string }): string {
  const instant = dateSortKey(date);
  return sharedSortKey(instant === null ? BEFORE_ALL : instantText(instant), record);
}

/** Before any digit. */
const BEFORE_ALL = '-';
/** Milliseconds of the first instant that there is, from which all others are counted on. */
const FIRST = 8_640_000_000_000_000n;
const INSTANT_LENGTH = String(FIRST * 2n).length;

const instantText = (instant: number): string => String(BigInt(instant) + FIRST).padStart(INSTANT_LENGTH, '0');

function instantOf(date: string): number | null {
  return (
    attempt(() => Temporal.Instant.from(date)) ??
    attempt(() => Temporal.PlainDateTime.from(date).toZonedDateTime('UTC'))
  );
}

function attempt(read: () => { epochMilliseconds: number }): number | null {
  try {
    return read().epochMilliseconds;
  } catch {
    return null;
  }
}

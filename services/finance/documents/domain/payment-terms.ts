import { type Decimal, parseDecimal, roundTo, roundUpTo } from '#chassis/domain/money.ts';
import { paymentTermFields } from '#proto/common/v1/payment-terms.contract.ts';
import { dateSortKey } from './sort-keys.ts';

/** Payment terms of a client or a document (decisions 7: Payment terms). A copy of an earlier version has none. */
export type PaymentTerms = { [Field in (typeof paymentTermFields)[number]]?: number | null | undefined };

/** Each term as the first of `sources` has it. A term that none has is left out. */
export const paymentTermsOf = (
  ...sources: readonly (PaymentTerms | undefined)[]
): { [Field in keyof PaymentTerms]?: number } =>
  Object.fromEntries(
    paymentTermFields.flatMap((field) => {
      const term = sources.find((source) => source?.[field] != null)?.[field];
      return term == null ? [] : [[field, term]];
    }),
  );

/**
 * The day that is `days` after a date, in ISO 8601; null if one of them is unknown, or the date is not ISO 8601. A date
 * with a time counts as its day in UTC.
 */
export function dayAfter(date: string | null, days: number | null | undefined): string | null {
  const start = dateSortKey(date);
  if (start === null || days == null) return null;
  const day = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO('UTC').toPlainDate();
  try {
    return day.add({ days }).toString();
  } catch {
    // The last day that a date can have.
    return null;
  }
}

interface Discounted extends PaymentTerms {
  currency: string | null;
  issuedDate: string | null;
}

/** A discount for early payment. */
export interface Discount {
  /** The last day, in ISO 8601. */
  until: string;
  /** Rounded half-up to the minor unit. */
  amount: Decimal;
  /** Rounded up, so that a payer who rounds the other way pays enough, too. */
  most: Decimal;
}

/** The discount on an amount; undefined if the terms have none, or the issue date is not ISO 8601. */
export function discountOn(
  amount: Decimal,
  { discountPercent, discountDays, issuedDate, currency }: Discounted,
): Discount | undefined {
  const until = discountPercent ? dayAfter(issuedDate, discountDays) : null;
  if (until === null) return undefined;
  const exact = amount.times(parseDecimal(discountPercent ?? 0)).div(100);
  return { until, amount: roundTo(currency, exact), most: roundUpTo(currency, exact) };
}

/** Whether a date is at most the day `last`. A date that is not ISO 8601 is not. */
export function isUntil(last: string, date: string | null): boolean {
  const [day, end] = [dateSortKey(date), dateSortKey(dayAfter(last, 1))];
  return day !== null && end !== null && day < end;
}

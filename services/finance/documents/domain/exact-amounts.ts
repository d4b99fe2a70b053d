import type { Faults } from '#chassis/domain/faults.ts';
import { add, amountText, type Decimal, multiply, parseDecimal, roundTo } from '#chassis/domain/money.ts';
import { digitsOf, MAX_DIGITS } from '#proto/finance/v1/money.contract.ts';
import { canonicalText } from './decimal-text.ts';

/** The totals of a document whose lines have their own tax rates, as decimal text (decisions 7: Tax, PO decimals). */
export interface ExactTotals {
  subtotal: string;
  taxAmount: string;
  adjustment: string;
  total: string;
}

export interface TaxedAmount {
  amount: string;
  /** Percent. */
  taxRate: string | null;
}

/** The decimal of a text that a caller sent. A plus sign is allowed. */
export const decimalOf = (sent: string): Decimal => parseDecimal(sent.replace(/^\+/, ''));

/** The canonical text of a decimal that a caller sent: `7.5` for `+07.50`. */
export const canonical = (sent: string): string => canonicalText(decimalOf(sent));

/** Quantity times price, rounded half-up, with the decimals of the minor unit. Faults: more than MAX_DIGITS digits. */
export function exactAmount(qty: string, unitPrice: string, currency: string, faults: Faults): string {
  return bounded(roundTo(currency, multiply(parseDecimal(qty), parseDecimal(unitPrice))), currency, ['qty'], faults);
}

/** The tax on an amount at a rate in percent, rounded half-up. */
export const exactTax = (amount: string, rate: string, currency: string): Decimal =>
  roundTo(currency, multiply(parseDecimal(amount), parseDecimal(rate), PERCENT));

/**
 * The tax of each line is rounded half-up, then the taxes are added. `taxRate`: percent, for lines without a rate.
 * Faults: more than MAX_DIGITS digits.
 */
export function exactTotals(
  lines: readonly TaxedAmount[],
  { taxRate, adjustment }: { taxRate: string; adjustment: string },
  currency: string,
  faults: Faults,
): ExactTotals {
  const subtotal = add(...lines.map(({ amount }) => parseDecimal(amount)));
  const taxAmount = add(...lines.map((line) => exactTax(line.amount, line.taxRate ?? taxRate, currency)));
  const adjusted = roundTo(currency, decimalOf(adjustment));
  const text = (amount: Decimal, field: string) => bounded(amount, currency, [field], faults);
  return {
    subtotal: text(subtotal, 'items'),
    taxAmount: text(taxAmount, 'items'),
    adjustment: text(adjusted, 'adjustment'),
    total: text(add(subtotal, taxAmount, adjusted), 'items'),
  };
}

const PERCENT = parseDecimal('0.01');

function bounded(amount: Decimal, currency: string, at: string[], faults: Faults): string {
  const text = amountText(currency, amount);
  if (digitsOf(text) > MAX_DIGITS) faults.add(at, `amounts have at most ${MAX_DIGITS} digits`, text);
  return text;
}

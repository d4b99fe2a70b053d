import type { Faults } from '#chassis/domain/faults.ts';
import { add, amountText, type Decimal, multiply, parseDecimal, roundTo } from '#chassis/domain/money.ts';
import { digitsOf, MAX_DIGITS } from '#proto/finance/v1/money.contract.ts';
import { canonicalText } from './decimal-text.ts';

/** The totals of a document whose lines are taxed one by one, as decimal text (decisions 7: Tax, PO decimals). */
export interface ExactTotals {
  subtotal: string;
  taxAmount: string;
  adjustment: string;
  total: string;
}

interface TaxedAmount {
  amount: string;
  /** In percent. */
  taxRate: string | null;
}

/** The decimal of a text that was sent. Its plus sign says nothing. */
export const decimalOf = (sent: string): Decimal => parseDecimal(sent.replace(/^\+/, ''));

/** Text of a decimal without what says nothing: `+07.50` is `7.5`. */
export const canonical = (sent: string): string => canonicalText(decimalOf(sent));

/** Quantity times price, rounded half-up, with the digits of the minor unit. Faults: more digits than are kept. */
export function exactAmount(qty: string, unitPrice: string, currency: string, faults: Faults): string {
  return bounded(roundTo(currency, multiply(parseDecimal(qty), parseDecimal(unitPrice))), currency, ['qty'], faults);
}

/** Each line's tax is rounded, then summed. `taxRate`: of lines without one. Faults: more digits than are kept. */
export function exactTotals(
  lines: readonly TaxedAmount[],
  { taxRate, adjustment }: { taxRate: string; adjustment: string },
  currency: string,
  faults: Faults,
): ExactTotals {
  const taxOf = (line: TaxedAmount) =>
    roundTo(currency, multiply(parseDecimal(line.amount), parseDecimal(line.taxRate ?? taxRate), PERCENT));
  const subtotal = add(...lines.map(({ amount }) => parseDecimal(amount)));
  const taxAmount = add(...lines.map(taxOf));
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

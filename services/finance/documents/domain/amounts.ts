import type { Faults } from '#chassis/domain/faults.ts';
import { add, type Decimal, multiply, parseDecimal, roundTo, toNumber } from '#chassis/domain/money.ts';
import { MAX_AMOUNT } from '#proto/finance/v1/money.contract.ts';

/** The totals of a document with one tax rate (decisions 7: Tax). */
export interface Totals {
  subtotal: number;
  taxAmount: number;
  totalAmount: number;
}

/**
 * The amount of a line: quantity times unit price, rounded half-up to the currency's minor unit; null if there is no
 * unit price. Faults: an amount above MAX_AMOUNT.
 */
export function lineAmount(
  qty: number,
  unitPrice: number | null,
  currency: string | null,
  faults: Faults,
): number | null {
  if (unitPrice === null) return null;
  return bounded(roundTo(currency, multiply(parseDecimal(qty), parseDecimal(unitPrice))), ['qty'], faults);
}

/**
 * The sum of rounded amounts, and the tax on the sum, rounded once. `taxRate`: percent. Faults: a total above
 * MAX_AMOUNT.
 */
export function totalsOf(
  amounts: readonly (number | null)[],
  taxRate: number | null,
  currency: string | null,
  faults: Faults,
): Totals {
  const subtotal = add(...amounts.flatMap((amount) => (amount === null ? [] : parseDecimal(amount))));
  const taxAmount = roundTo(currency, multiply(subtotal, parseDecimal(taxRate ?? 0)).div(100));
  const total = bounded(add(subtotal, taxAmount), ['lineItems'], faults);
  return { subtotal: toNumber(subtotal), taxAmount: toNumber(taxAmount), totalAmount: total };
}

function bounded(amount: Decimal, at: string[], faults: Faults): number {
  const number = toNumber(amount);
  if (Math.abs(number) > MAX_AMOUNT) faults.add(at, `amounts are limited to ${MAX_AMOUNT}`, number);
  return number;
}

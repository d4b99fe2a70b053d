import type { Faults } from '#chassis/domain/faults.ts';
import { add, type Decimal, multiply, parseDecimal, roundTo, toNumber } from '#chassis/domain/money.ts';
import { MAX_AMOUNT } from '#proto/finance/v1/money.contract.ts';

/** The sums of a document (decisions 7: Tax). */
export interface Totals {
  subtotal: number;
  taxAmount: number;
  totalAmount: number;
}

/** The terms of a line that it may lack. A line of an earlier version has none of them. */
export const NO_TERMS = { discountPercent: null, taxRate: null };

interface PricedLine {
  qty: number;
  unitPrice: number | null;
  discountPercent?: number | null;
}

/** `taxRate`: percent; null: the rate of the document. */
export interface TaxedLine {
  amount: number | null;
  taxRate?: number | null;
}

/**
 * The amount of a line: quantity times unit price less the discount, rounded once half-up to the currency's minor unit;
 * null if there is no unit price. Faults: an amount above MAX_AMOUNT.
 */
export function lineAmount(
  { qty, unitPrice, discountPercent }: PricedLine,
  currency: string | null,
  faults: Faults,
): number | null {
  if (unitPrice === null) return null;
  const paid = parseDecimal(100).minus(parseDecimal(discountPercent ?? 0));
  const amount = multiply(parseDecimal(qty), parseDecimal(unitPrice), paid, PERCENT);
  return bounded(roundTo(currency, amount), ['qty'], faults);
}

const PERCENT = parseDecimal('0.01');

/**
 * The sum of rounded amounts, and the tax on them. `taxRate`: percent, for lines without a rate of their own. Lines
 * without any rate have no tax. Faults: a total above MAX_AMOUNT.
 */
export function totalsOf(
  lines: readonly TaxedLine[],
  taxRate: number | null,
  currency: string | null,
  faults: Faults,
): Totals {
  const bases = basesByRate(lines, taxRate);
  const subtotal = add(...bases.values());
  const taxAmount = taxOf(bases, currency);
  const total = bounded(add(subtotal, taxAmount), ['lineItems'], faults);
  return { subtotal: toNumber(subtotal), taxAmount: toNumber(taxAmount), totalAmount: total };
}

/** The sum of the amounts of each rate. Key null: of the lines without any rate. */
export function basesByRate(lines: readonly TaxedLine[], taxRate: number | null): Map<number | null, Decimal> {
  const bases = new Map<number | null, Decimal>();
  for (const line of lines) {
    if (line.amount === null) continue;
    const rate = line.taxRate ?? taxRate;
    bases.set(rate, add(bases.get(rate) ?? parseDecimal(0), parseDecimal(line.amount)));
  }
  return bases;
}

/** The sum of the taxes of each rate. Each is rounded once. */
export const taxOf = (bases: ReadonlyMap<number | null, Decimal>, currency: string | null): Decimal =>
  add(...[...bases].map(([rate, base]) => taxOn(base, rate ?? 0, currency)));

/** The tax on an amount at a rate in percent, rounded half-up. */
export const taxOn = (base: Decimal, rate: number, currency: string | null): Decimal =>
  roundTo(currency, multiply(base, parseDecimal(rate)).div(100));

function bounded(amount: Decimal, at: string[], faults: Faults): number {
  const number = toNumber(amount);
  if (Math.abs(number) > MAX_AMOUNT) faults.add(at, `amounts are limited to ${MAX_AMOUNT}`, number);
  return number;
}

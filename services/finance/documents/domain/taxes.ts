import { add, amountText, type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import type { ExactTax, Tax } from '#proto/finance/v1/tax.contract.ts';
import { basesByRate, type TaxedLine, taxOn } from './amounts.ts';
import { exactTax, type TaxedAmount } from './exact-amounts.ts';

/** An order or an invoice. */
interface TaxedDocument {
  lineItems: readonly TaxedLine[];
  taxRate: number | null;
  currency: string | null;
  subtotal: number | null;
  taxAmount: number | null;
  /** Absent in a version of an earlier version. */
  taxExemptionReason?: string | null;
}

/**
 * The taxes of a document by rate, the highest rate first; none if its sums are unknown (decisions 7: Taxes). Bases add up
 * to the subtotal and amounts to taxAmount: the part of both that has no known rate is an entry of its own.
 */
export function taxesOf(document: TaxedDocument): Tax[] {
  const { lineItems, taxRate, currency, subtotal, taxAmount, taxExemptionReason = null } = document;
  if (subtotal === null || taxAmount === null) return [];
  const entry = (rate: number | null, base: number, amount: number): Tax => ({
    rate,
    base,
    amount,
    reason: !rate && amount === 0 ? taxExemptionReason : null,
  });
  const hasRates = lineItems.some((line) => line.amount !== null && (line.taxRate ?? null) !== null);
  if (!hasRates) return [entry(taxRate, subtotal, taxAmount)];
  const rated = [...basesByRate(lineItems, taxRate)]
    .flatMap(([rate, base]) => (rate === null ? [] : [{ rate, base, amount: taxOn(base, rate, currency) }]))
    .sort((one, other) => other.rate - one.rate);
  const rest = {
    base: parseDecimal(subtotal).minus(add(...rated.map(({ base }) => base))),
    amount: parseDecimal(taxAmount).minus(add(...rated.map(({ amount }) => amount))),
  };
  const unrated = rest.base.eq(0) && rest.amount.eq(0) ? [] : [{ rate: null, ...rest }];
  return [...rated, ...unrated].map(({ rate, base, amount }) => entry(rate, toNumber(base), toNumber(amount)));
}

interface ExactlyTaxedDocument {
  items: readonly TaxedAmount[];
  taxRate: string;
  currency: string;
  subtotal: string;
  taxAmount: string;
  taxExemptionReason?: string | null;
}

/** The taxes of a purchase order by rate, the highest rate first. Decimals are exact text. */
export function exactTaxesOf(document: ExactlyTaxedDocument): ExactTax[] {
  const { items, taxRate, currency, subtotal, taxAmount, taxExemptionReason = null } = document;
  // A read that does not show the taxes may have read none of their sources.
  if ([taxRate, currency, subtotal, taxAmount].includes(null as never)) return [];
  const entry = (rate: string, base: string, amount: string): ExactTax => {
    const isUntaxed = parseDecimal(rate).eq(0) && parseDecimal(amount).eq(0);
    return { rate, base, amount, reason: isUntaxed ? taxExemptionReason : null };
  };
  if (items.every((item) => item.taxRate === null)) return [entry(taxRate, subtotal, taxAmount)];
  const text = (amounts: Decimal[]) => amountText(currency, add(...amounts));
  return [...Map.groupBy(items, (item) => item.taxRate ?? taxRate)]
    .sort(([one], [other]) => parseDecimal(other).cmp(parseDecimal(one)))
    .map(([rate, same]) => {
      const base = text(same.map(({ amount }) => parseDecimal(amount)));
      return entry(rate, base, text(same.map(({ amount }) => exactTax(amount, rate, currency))));
    });
}

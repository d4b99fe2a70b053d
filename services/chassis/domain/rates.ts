import { type Decimal, multiply, parseDecimal } from './money.ts';

/** USD per unit of each currency, as exact decimal strings. */
export type Rates = Readonly<Record<string, string>>;

/** The exact amount in USD; undefined where the currency has no rate. A dollar is a dollar. */
export function inUsd(amount: Decimal, currency: string, rates: Rates): Decimal | undefined {
  if (currency === 'USD') return amount;
  const rate = rates[currency];
  return rate === undefined ? undefined : multiply(amount, parseDecimal(rate));
}

import { amountText, type Decimal, roundTo } from '#chassis/domain/money.ts';

/** Decimal text without trailing zeros: `21`, not `21.00`. */
export const canonicalText = (value: Decimal): string => value.toFixed();

/** Text of a price with at least the decimals of the currency's minor unit: `62.50`, `0.0012`. */
export function unitPriceText(currency: string, price: Decimal): string {
  const rounded = roundTo(currency, price);
  return rounded.eq(price) ? amountText(currency, rounded) : canonicalText(price);
}

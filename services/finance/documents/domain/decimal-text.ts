import { amountText, type Decimal, roundTo } from '#chassis/domain/money.ts';

/** Text of a decimal without a zero that says nothing: `21`. */
export const canonicalText = (value: Decimal): string => value.toFixed();

/** Text of a price with the digits of the currency's minor unit at least: `62.50`, `0.0012`. */
export function unitPriceText(currency: string, price: Decimal): string {
  const rounded = roundTo(currency, price);
  return rounded.eq(price) ? amountText(currency, rounded) : canonicalText(price);
}

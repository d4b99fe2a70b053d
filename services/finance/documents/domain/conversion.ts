import { type Decimal, inUsd, parseDecimal, type Rates } from '#chassis/domain/money.ts';

/** A conversion between two currencies, by the org's exchange rates. */
interface Conversion {
  from: string;
  to: string;
  rates: Rates;
}

/** The amount in the other currency. `missing`: the first of the two currencies that has no rate. */
export function converted(amount: Decimal, { from, to, rates }: Conversion): Decimal | { missing: string } {
  if (from === to) return amount;
  const [usd, perUnit] = [inUsd(amount, from, rates), inUsd(parseDecimal(1), to, rates)];
  return usd && perUnit ? usd.div(perUnit) : { missing: usd ? to : from };
}

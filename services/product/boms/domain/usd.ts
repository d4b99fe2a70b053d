import { type Decimal, parseDecimal, roundUnitPrice, toNumber } from '#chassis/domain/money.ts';
import { inUsd, type Rates } from '#chassis/domain/rates.ts';
import type { LineItemFields } from './line-item.ts';

/** The exact cost per unit in USD: as it was sent, else by the rates; undefined where neither says. */
export function unitCostInUsd(line: LineItemFields, rates: Rates): Decimal | undefined {
  const { materialCostInUsd: sent, materialCostInNativeCurrency: cost, nativeCurrency } = line;
  if (sent !== null) return parseDecimal(sent);
  return cost === null || nativeCurrency === null ? undefined : inUsd(parseDecimal(cost), nativeCurrency, rates);
}

/** What the line shows as materialCostInUsd: what is computed keeps 6 places, as unit costs do (decisions 1: Numbers). */
export function shownCostInUsd(line: LineItemFields, rates: Rates): number | null {
  if (line.materialCostInUsd !== null) return line.materialCostInUsd;
  const exact = unitCostInUsd(line, rates);
  return exact ? toNumber(roundUnitPrice(exact)) : null;
}

/** The rates of the currencies that the lines need, to be kept with a version that is submitted. */
export function ratesUsed(lines: readonly LineItemFields[], rates: Rates): Rates {
  const currencies = new Set(lines.map(({ nativeCurrency }) => nativeCurrency));
  return Object.fromEntries(Object.entries(rates).filter(([currency]) => currencies.has(currency)));
}

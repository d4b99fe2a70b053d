import Big from 'big.js';

/** An exact decimal number: never binary floating point (decisions 1: Numbers). */
export type Decimal = Big;

const minorUnits = new Map<string, number>();

/** Throws on anything but a finite decimal number. */
export const parseDecimal = (value: string | number): Decimal => new Big(value);

export const add = (...terms: Decimal[]): Decimal => terms.reduce((sum, term) => sum.plus(term), new Big(0));

export const multiply = (...factors: Decimal[]): Decimal =>
  factors.reduce((product, factor) => product.times(factor), new Big(1));

/** Rounds half-up to the minor unit of an ISO 4217 currency: 0 decimals for JPY, 2 for EUR, 3 for KWD. */
export const roundTo = (currency: string, amount: Decimal): Decimal =>
  amount.round(minorUnit(currency), Big.roundHalfUp);

/** For the wire and for JSON; only after rounding. */
export const toNumber = (amount: Decimal): number => amount.toNumber();

function minorUnit(currency: string): number {
  let digits = minorUnits.get(currency);
  if (digits === undefined) {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    digits = maximumFractionDigits;
    minorUnits.set(currency, digits);
  }
  return digits;
}

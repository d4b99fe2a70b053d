import Big from 'big.js';
import { code as currencyOf } from 'currency-codes';

/** Places that unit prices and unit costs keep (decisions 1: Numbers). */
const UNIT_PRICE_PLACES = 6;
/** Decimals of a currency that ISO 4217 has withdrawn. */
const USUAL_MINOR_UNIT = 2;
/** The most that any currency of ISO 4217 has. */
const LARGEST_MINOR_UNIT = 4;

/** An exact decimal number: never binary floating point (decisions 1: Numbers). */
export type Decimal = Big;

/** USD per unit of each currency, as exact decimal strings. */
export type Rates = Readonly<Record<string, string>>;

/** Throws on anything but a finite decimal number. */
export const parseDecimal = (value: string | number): Decimal => new Big(value);

export const add = (...terms: Decimal[]): Decimal => terms.reduce((sum, term) => sum.plus(term), new Big(0));

export const multiply = (...factors: Decimal[]): Decimal =>
  factors.reduce((product, factor) => product.times(factor), new Big(1));

/** The exact amount in USD; undefined where the currency has no rate. A dollar is a dollar. */
export function inUsd(amount: Decimal, currency: string, rates: Rates): Decimal | undefined {
  if (currency === 'USD') return amount;
  const rate = rates[currency];
  return rate === undefined ? undefined : multiply(amount, parseDecimal(rate));
}

/** Rounds half-up to the minor unit of an ISO 4217 currency: 0 decimals for JPY, 2 for EUR, 3 for KWD, 4 for no currency (null). */
export const roundTo = (currency: string | null, amount: Decimal): Decimal =>
  amount.round(currency === null ? LARGEST_MINOR_UNIT : minorUnit(currency), Big.roundHalfUp);

/**
 * The price or cost of a unit as it is kept, of what is sent or computed, in any currency: rounded half-up. A number that `before`
 * has stays: an earlier version may have kept more places.
 */
export const unitPriceOf = (price: number | Decimal, before?: number | null): number =>
  price === before ? price : toNumber(new Big(price).round(UNIT_PRICE_PLACES, Big.roundHalfUp));

/** An amount with all digits of the currency's minor unit: `21.00`. Only after rounding. */
export const amountText = (currency: string, amount: Decimal): string => amount.toFixed(minorUnit(currency));

/** For the wire and for JSON; only after rounding. */
export const toNumber = (amount: Decimal): number => amount.toNumber();

/** As ISO 4217 has it. Intl has the digits that are in use, which are fewer for HUF, IDR, IQD and others. */
const minorUnit = (currency: string): number => currencyOf(currency)?.digits ?? USUAL_MINOR_UNIT;

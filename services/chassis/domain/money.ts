import Big from 'big.js';
import { code as currencyOf } from 'currency-codes';

/** Decimal places of stored unit prices and unit costs (decisions 1: Numbers). */
const UNIT_PRICE_PLACES = 6;
/** Decimal places of a currency that ISO 4217 has withdrawn. */
const USUAL_MINOR_UNIT = 2;
/** The most decimal places of any currency in ISO 4217. */
const LARGEST_MINOR_UNIT = 4;

/** An exact decimal number: never binary floating point (decisions 1: Numbers). */
export type Decimal = Big;

/** USD per unit of each currency, as exact decimal strings. */
export type Rates = Readonly<Record<string, string>>;

/** Throws for anything except a finite decimal number. */
export const parseDecimal = (value: string | number): Decimal => new Big(value);

export const add = (...terms: Decimal[]): Decimal => terms.reduce((sum, term) => sum.plus(term), new Big(0));

export const multiply = (...factors: Decimal[]): Decimal =>
  factors.reduce((product, factor) => product.times(factor), new Big(1));

/** The exact amount in USD; undefined if the currency has no rate. USD needs no rate. */
export function inUsd(amount: Decimal, currency: string, rates: Rates): Decimal | undefined {
  if (currency === 'USD') return amount;
  const rate = rates[currency];
  return rate === undefined ? undefined : multiply(amount, parseDecimal(rate));
}

/**
 * Rounds half-up to the minor unit of an ISO 4217 currency: 0 decimals for JPY, 2 for EUR, 3 for KWD. Without a
 * currency (null) it keeps 4 decimals.
 */
export const roundTo = (currency: string | null, amount: Decimal): Decimal =>
  amount.round(currency === null ? LARGEST_MINOR_UNIT : minorUnit(currency), Big.roundHalfUp);

/** Rounds a positive amount up to the minor unit, or to the decimals that `roundTo` keeps. */
export const roundUpTo = (currency: string | null, amount: Decimal): Decimal =>
  amount.round(currency === null ? LARGEST_MINOR_UNIT : minorUnit(currency), Big.roundUp);

/**
 * A unit price or unit cost in the form that is stored: rounded half-up to 6 places, in any currency. A price that
 * equals `before` stays unchanged: an earlier version may have stored more places.
 */
export const unitPriceOf = (price: number | Decimal, before?: number | null): number =>
  price === before ? price : toNumber(new Big(price).round(UNIT_PRICE_PLACES, Big.roundHalfUp));

/** A rounded amount as text, with all digits of the currency's minor unit: `21.00`. */
export const amountText = (currency: string, amount: Decimal): string => amount.toFixed(minorUnit(currency));

/** A rounded amount as a number, for messages and JSON. */
export const toNumber = (amount: Decimal): number => amount.toNumber();

/** The decimal places of ISO 4217. Intl has the places in actual use, which are fewer for HUF, IDR, IQD and others. */
function minorUnit(currency: string): number {
  const known = minorUnits.get(currency);
  if (known !== undefined) return known;
  const digits = currencyOf(currency)?.digits;
  // Texts that are no currency are not stored: there is no limit to their number.
  if (digits !== undefined && currency.length === CODE_LENGTH) minorUnits.set(currency, digits);
  return digits ?? USUAL_MINOR_UNIT;
}

/** Decimal places by currency. A search in the list of ISO 4217 takes microseconds. */
const minorUnits = new Map<string, number>();
const CODE_LENGTH = 3;

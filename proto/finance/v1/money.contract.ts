import { z } from 'zod';
import { number, text } from '../../common/v1/contract.ts';

/** A date in any format. It is stored and returned as sent (decisions 1: Timestamps). */
export const plainDate = () => text({ max: 64 });

/** Kind of a field with a date in any format. It is stored and returned as sent. */
export const day = () => ({ sent: plainDate(), answered: z.string(), stored: String }) as const;

/*
 * Bounds of quantities, prices and amounts. A JSON number cannot hold an amount above MAX_AMOUNT exactly in a currency
 * of three decimals.
 */
export const MAX_QUANTITY = 1e9;
export const MAX_PRICE = 1e9;
export const MAX_AMOUNT = 1e12;

/** An amount that can be below 0. */
export const signedAmount = () => number({ ge: -MAX_AMOUNT, le: MAX_AMOUNT });

/** Maximum number of digits of an exact decimal, without leading and trailing zeros. */
export const MAX_DIGITS = 30;
/** Maximum number of characters of a decimal, with leading and trailing zeros. */
const MAX_TEXT = 64;
/** Number of digits that every JSON parser reads exactly. */
const MAX_NUMBER_DIGITS = 15;
/** interface: Decimal strings. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
/** Marks the schemas of exact decimals, because they are strings otherwise. */
export const exactDecimals = z.registry<{ exact: true }>();

/** An exact decimal in an answer. */
export const decimal = () =>
  z.string().max(MAX_TEXT, { abort: true }).regex(DECIMAL).register(exactDecimals, { exact: true });

/** An exact decimal in a request: text, or a number that is short enough to be exact (decisions 7: PO decimals). */
export function decimalInput() {
  const exact = z
    .string()
    .max(MAX_TEXT, { abort: true })
    .regex(DECIMAL, { abort: true })
    .refine((value) => digitsOf(value) <= MAX_DIGITS, {
      message: `a decimal has at most ${MAX_DIGITS} digits`,
      abort: true,
    });
  return z
    .preprocess((sent, context) => {
      if (typeof sent !== 'number') return sent;
      const written = shortestText(sent);
      // The JSON parser turns a number with too many digits into Infinity.
      if (Number.isFinite(sent) && Number(written) === sent && written.length <= MAX_TEXT) return written;
      const message = `a number of more than ${MAX_NUMBER_DIGITS} digits, or far from 1, is sent as a string`;
      context.addIssue({ code: 'custom', message, input: sent });
      return z.NEVER;
    }, exact)
    .meta({ type: ['string', 'number'], format: 'decimal' })
    .register(exactDecimals, { exact: true });
}

/** Number of digits of a decimal, without leading and trailing zeros. */
export function digitsOf(written: string): number {
  const [whole = '', fraction = ''] = written.replace(/^[+-]/, '').split('.');
  return withoutZeros(whole) + withoutZeros([...fraction].reverse());
}

/** Number of digits after the leading zeros. */
function withoutZeros(digits: string | readonly string[]): number {
  const first = [...digits].findIndex((digit) => digit !== '0');
  return first < 0 ? 0 : digits.length - first;
}

/** True if the decimal is below 0. The text must be a valid decimal. */
export const isNegative = (written: string): boolean => written.startsWith('-') && digitsOf(written) > 0;
export const isPositive = (written: string): boolean => !written.startsWith('-') && digitsOf(written) > 0;

/** True if a decimal is at most `bound`. The decimal must not be negative, and `bound` must be an integer. */
export function isAtMost(written: string, bound: number): boolean {
  const [whole = '', fraction = ''] = written.replace(/^\+/, '').split('.');
  const value = Number(whole || '0');
  return value < bound || (value === bound && digitsOf(`.${fraction}`) === 0);
}

let shortest: Intl.NumberFormat | undefined;

/** Formats without an exponent, because a decimal has none. */
function shortestText(value: number): string {
  // Created at the first use: it takes 14 ms, and every process loads this file.
  shortest ??= new Intl.NumberFormat('en-US', {
    useGrouping: false,
    maximumSignificantDigits: MAX_NUMBER_DIGITS,
    signDisplay: 'negative',
  });
  return shortest.format(value);
}

import { z } from 'zod';
import { number, text } from '../../common/v1/contract.ts';

/** A day as its sender writes days: stored and echoed as sent (decisions 1: Timestamps). */
export const plainDate = () => text({ max: 64 });

/*
 * Bounds of what amounts are made of. An amount of more than MAX_AMOUNT could not be told exactly by a JSON number in a
 * currency of three decimals.
 */
export const MAX_QUANTITY = 1e9;
export const MAX_PRICE = 1e9;
export const MAX_AMOUNT = 1e12;

/** An amount, below 0 as well. */
export const signedAmount = () => number({ ge: -MAX_AMOUNT, le: MAX_AMOUNT });

/** Digits of an exact decimal, before and after the point together, zeros at either end not counted. */
export const MAX_DIGITS = 30;
/** Characters of one, with zeros at its ends. */
const MAX_TEXT = 64;
/** Digits that a JSON number tells exactly, whoever reads it. */
const MAX_NUMBER_DIGITS = 15;
/** interface: Decimal strings. */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
/** The schemas of exact decimals, by which they are known among those of text. */
export const exactDecimals = z.registry<{ exact: true }>();

/** An exact decimal as it is answered. */
export const decimal = () =>
  z.string().max(MAX_TEXT, { abort: true }).regex(DECIMAL).register(exactDecimals, { exact: true });

/** An exact decimal as it is sent: text, or a number that is short enough to be exact (decisions 7: PO decimals). */
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
      // One that was sent with more digits than a number holds comes as Infinity.
      if (Number.isFinite(sent) && Number(written) === sent && written.length <= MAX_TEXT) return written;
      const message = `a number of more than ${MAX_NUMBER_DIGITS} digits, or far from 1, is sent as a string`;
      context.addIssue({ code: 'custom', message, input: sent });
      return z.NEVER;
    }, exact)
    .meta({ type: ['string', 'number'], format: 'decimal' })
    .register(exactDecimals, { exact: true });
}

/** The digits that count of a decimal's text. */
export function digitsOf(written: string): number {
  const [whole = '', fraction = ''] = written.replace(/^[+-]/, '').split('.');
  return withoutZeros(whole) + withoutZeros([...fraction].reverse());
}

/** How many are left without those that lead. */
function withoutZeros(digits: string | readonly string[]): number {
  const first = [...digits].findIndex((digit) => digit !== '0');
  return first < 0 ? 0 : digits.length - first;
}

/** Whether the decimal is below 0, or at most 0. Of text that is one. */
export const isNegative = (written: string): boolean => written.startsWith('-') && digitsOf(written) > 0;
export const isPositive = (written: string): boolean => !written.startsWith('-') && digitsOf(written) > 0;

/** Whether a decimal that is not negative is at most `bound`, a whole number. */
export function isAtMost(written: string, bound: number): boolean {
  const [whole = '', fraction = ''] = written.replace(/^\+/, '').split('.');
  const value = Number(whole || '0');
  return value < bound || (value === bound && digitsOf(`.${fraction}`) === 0);
}

let shortest: Intl.NumberFormat | undefined;

/** Without an exponent, which a decimal has not. */
function shortestText(value: number): string {
  // Made when it is first needed: it takes 14 ms, and every process loads this file.
  shortest ??= new Intl.NumberFormat('en-US', {
    useGrouping: false,
    maximumSignificantDigits: MAX_NUMBER_DIGITS,
    signDisplay: 'negative',
  });
  return shortest.format(value);
}

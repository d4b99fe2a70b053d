import type { Faults } from '#chassis/domain/faults.ts';
import { add, type Decimal, parseDecimal, roundTo, toNumber } from '#chassis/domain/money.ts';
import { MAX_AMOUNT } from '#proto/finance/v1/money.contract.ts';
import { canonicalText } from '../../documents/domain/decimal-text.ts';

/** The amounts of a line. `balance` is the balance of the account after the line. */
export interface LineAmounts {
  debit: number | null;
  credit: number | null;
  balance: number | null;
  amount: number | null;
}

/**
 * The amounts of a line, rounded half-up to the currency's minor unit. They are not rounded if the currency is unknown.
 * Faults: an amount that is not credit - debit, if debit or credit is sent; an amount above MAX_AMOUNT.
 */
export function lineAmounts(sent: Partial<LineAmounts>, currency: string | null, faults: Faults): LineAmounts {
  const rounded = (value: number | null | undefined) =>
    value === null || value === undefined ? null : inMinorUnits(value, currency);
  const [debit, credit, balance] = [rounded(sent.debit), rounded(sent.credit), rounded(sent.balance)];
  const moved = movedBy(debit, credit);
  const amount = rounded(sent.amount) ?? moved;
  if (moved && amount && !amount.eq(moved)) {
    faults.add(['amount'], `amount is credit - debit, here ${canonicalText(moved)}`, sent.amount);
  }
  if (amount?.abs().gt(MAX_AMOUNT)) faults.add(['amount'], `amounts are limited to ${MAX_AMOUNT}`, sent.amount ?? null);
  return { debit: numberOf(debit), credit: numberOf(credit), balance: numberOf(balance), amount: numberOf(amount) };
}

/**
 * The amount that a line adds to the account; negative for money that leaves the account. If the line has debit or
 * credit, they decide. Otherwise the field `amount` decides.
 */
export function flowOf({ debit, credit, amount }: Pick<LineAmounts, 'debit' | 'credit' | 'amount'>): Decimal {
  const moved = movedBy(decimalOf(debit), decimalOf(credit));
  return moved ?? decimalOf(amount) ?? NOTHING;
}

/** The sum of the amounts; null if all amounts are null. Faults: a sum above MAX_AMOUNT. */
export function sumOf(amounts: readonly (number | null)[], faults: Faults): number | null {
  const known = amounts.filter((amount) => amount !== null);
  if (known.length === 0) return null;
  const sum = add(...known.map(parseDecimal));
  if (sum.abs().gt(MAX_AMOUNT)) faults.add(['lines'], `their sum is limited to ${MAX_AMOUNT}`, toNumber(sum));
  return toNumber(sum);
}

/** Whether all amounts of the line keep their value when they are rounded to the currency's minor unit. */
export const isInMinorUnits = ({ debit, credit, balance, amount }: LineAmounts, currency: string): boolean =>
  [debit, credit, balance, amount].every((value) => value === null || roundedAmount(value, currency) === value);

/** Rounds half-up to the currency's minor unit. Does not round if the currency is null. */
export const roundedAmount = (value: number, currency: string | null): number =>
  toNumber(inMinorUnits(value, currency));

const NOTHING = parseDecimal(0);
const inMinorUnits = (value: number, currency: string | null): Decimal =>
  currency === null ? parseDecimal(value) : roundTo(currency, parseDecimal(value));
const decimalOf = (value: number | null): Decimal | null => (value === null ? null : parseDecimal(value));
const numberOf = (value: Decimal | null): number | null => (value === null ? null : toNumber(value));

/** credit - debit; null if both are null. */
const movedBy = (debit: Decimal | null, credit: Decimal | null): Decimal | null =>
  debit || credit ? (credit ?? NOTHING).minus(debit ?? NOTHING) : null;

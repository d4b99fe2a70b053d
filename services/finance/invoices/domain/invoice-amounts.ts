import type { Faults } from '#chassis/domain/faults.ts';
import { add, type Decimal, multiply, parseDecimal, roundTo, toNumber } from '#chassis/domain/money.ts';
import { MAX_AMOUNT } from '#proto/finance/v1/money.contract.ts';
import { basesByRate, type TaxedLine, taxOf, totalsOf } from '../../documents/domain/amounts.ts';
import { agrees, refuseDisagreement } from './agreement.ts';

/** The sums of an invoice; null for a sum that was not sent and cannot be computed. */
export interface InvoiceAmounts {
  subtotal: number | null;
  /** Percent. */
  taxRate: number | null;
  taxAmount: number | null;
  totalAmount: number | null;
}

/** The sums that a caller sent; null clears a sum. */
export type SentAmounts = { [Field in keyof InvoiceAmounts]?: number | null };

export const NO_AMOUNTS: InvoiceAmounts = { subtotal: null, taxRate: null, taxAmount: null, totalAmount: null };

/** The sums among the fields of a request. */
export function sentAmounts(sent: SentAmounts): SentAmounts {
  const fields = ['subtotal', 'taxRate', 'taxAmount', 'totalAmount'] as const;
  return Object.fromEntries(fields.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]])));
}

/** The stored sums. The other fields are absent for a new invoice. */
interface StoredAmounts extends InvoiceAmounts {
  lineItems?: readonly TaxedLine[];
  currency?: string | null;
}

export interface Reckoning {
  lineItems: readonly TaxedLine[];
  sent: SentAmounts;
  before: StoredAmounts;
  currency: string | null;
}

/**
 * The sums of an invoice. If a line has an amount, the sums are computed from the lines, and sums that are sent must
 * agree with them. Otherwise the sent sums are stored, and missing sums are computed from them (decisions 7: Invoice
 * amounts). Faults: sums that disagree, are negative, or are above MAX_AMOUNT.
 */
export function invoiceAmounts({ lineItems, ...reckoning }: Reckoning, faults: Faults): InvoiceAmounts {
  const priced = lineItems.filter(({ amount }) => amount !== null);
  const hasAmounts = priced.length > 0;
  const amounts = hasAmounts ? byLines(priced, reckoning, faults) : bySaid(reckoning, faults);
  refuseOutOfRange(amounts, hasAmounts ? 'lineItems' : undefined, faults);
  return amounts;
}

function byLines(
  priced: readonly TaxedLine[],
  { sent, before, currency }: Omit<Reckoning, 'lineItems'>,
  faults: Faults,
): InvoiceAmounts {
  const taxRate = sent.taxRate === undefined ? before.taxRate : sent.taxRate;
  const totals = totalsOf(priced, taxRate, currency, faults);
  // If lines have no tax rate, the tax amount that was sent is stored.
  const isUnrated = priced.some((line) => (line.taxRate ?? taxRate) === null);
  const sentTax = isUnrated ? sentTaxOf(sent, before, totals.taxAmount) : null;
  const taxAmount = sentTax === null ? totals.taxAmount : rounded(sentTax, currency);
  // The tax of the lines without a rate is what the tax amount has beyond the tax of the others.
  const isBelow =
    sentTax !== null && priced.some((line) => (line.taxRate ?? null) !== null) && taxAmount < totals.taxAmount;
  if (isBelow) faults.add(['taxAmount'], `the lines with a tax rate have a tax of ${totals.taxAmount}`, taxAmount);
  const totalAmount = sum(totals.subtotal, taxAmount);
  const amounts = { subtotal: totals.subtotal, taxRate, taxAmount, totalAmount };
  for (const field of ['subtotal', 'taxAmount', 'totalAmount'] as const) {
    refuseDisagreement(field, sent[field], amounts[field], faults);
  }
  return amounts;
}

/**
 * The tax amount that was sent. Otherwise the stored tax of lines without a rate, and the tax of the lines with one
 * (`rated`). If the tax rate was removed, its tax amount is removed too.
 */
function sentTaxOf(sent: SentAmounts, before: StoredAmounts, rated: number): number | null {
  if (sent.taxAmount !== undefined) return sent.taxAmount;
  const { taxRate, taxAmount, lineItems = [], currency = null } = before;
  if (taxRate !== null || taxAmount === null) return null;
  const ratedBefore = toNumber(taxOf(basesByRate(lineItems, taxRate), currency));
  return sum(difference(taxAmount, ratedBefore), rated);
}

/** Two of subtotal, tax and total give the third. A subtotal alone has the tax 0 (decisions 7: Missing sums). */
function bySaid({ sent, before, currency }: Omit<Reckoning, 'lineItems'>, faults: Faults): InvoiceAmounts {
  const amounts = withEarlier(sent, before);
  const { taxRate } = amounts;
  let [subtotal, taxAmount, totalAmount] = [amounts.subtotal, amounts.taxAmount, amounts.totalAmount].map((amount) =>
    amount === null ? null : rounded(amount, currency),
  ) as [number | null, number | null, number | null];
  if (subtotal === null && totalAmount !== null && taxAmount === null && taxRate !== null) {
    subtotal = toNumber(roundTo(currency, parseDecimal(totalAmount).div(add(ONE, percent(taxRate)))));
  }
  if (subtotal !== null && totalAmount !== null) taxAmount ??= difference(totalAmount, subtotal);
  else if (subtotal !== null && taxRate !== null) {
    taxAmount ??= toNumber(roundTo(currency, multiply(parseDecimal(subtotal), percent(taxRate))));
  } else if (subtotal !== null) taxAmount ??= 0;
  if (totalAmount !== null && taxAmount !== null) subtotal ??= difference(totalAmount, taxAmount);
  if (subtotal !== null && taxAmount !== null) {
    totalAmount ??= sum(subtotal, taxAmount);
    const total = sum(subtotal, taxAmount);
    if (totalAmount !== total) faults.add(['totalAmount'], `subtotal + taxAmount come to ${total}`, totalAmount);
  }
  const isEarlier = sent.taxRate === undefined && holds(before.taxRate, { subtotal, taxAmount }, currency);
  return { subtotal, taxRate: isEarlier ? before.taxRate : taxRate, taxAmount, totalAmount };
}

/** Whether the stored tax rate still gives the tax amount. */
function holds(
  taxRate: number | null,
  { subtotal, taxAmount }: Pick<InvoiceAmounts, 'subtotal' | 'taxAmount'>,
  currency: string | null,
): boolean {
  if (taxRate === null || subtotal === null || taxAmount === null) return taxRate !== null;
  return agrees(taxAmount, toNumber(roundTo(currency, multiply(parseDecimal(subtotal), percent(taxRate)))));
}

/**
 * The sums after a change. Sent sums are used first. If fewer than two are known, the stored tax, then the stored
 * subtotal, then the stored total is added, until two are known.
 */
function withEarlier(sent: SentAmounts, before: InvoiceAmounts): InvoiceAmounts {
  const amounts: InvoiceAmounts = { ...NO_AMOUNTS, ...sent };
  const known = () =>
    [amounts.subtotal, amounts.taxRate ?? amounts.taxAmount, amounts.totalAmount].filter((amount) => amount !== null)
      .length;
  if (sent.taxRate === undefined && sent.taxAmount === undefined && known() < 2) {
    amounts.taxRate = before.taxRate;
    amounts.taxAmount = before.taxRate === null ? before.taxAmount : null;
  }
  if (sent.subtotal === undefined && known() < 2) amounts.subtotal = before.subtotal;
  if (sent.totalAmount === undefined && known() < 2) amounts.totalAmount = before.totalAmount;
  return amounts;
}

/**
 * Faults: a sum that is negative or above MAX_AMOUNT. `at`: the field that the fault names if the sums were computed;
 * undefined: the sum itself was sent, and the fault names its own field.
 */
function refuseOutOfRange(amounts: InvoiceAmounts, at: string | undefined, faults: Faults): void {
  for (const field of ['subtotal', 'taxAmount', 'totalAmount'] as const) {
    const amount = amounts[field];
    if (amount === null || (amount >= 0 && amount <= MAX_AMOUNT)) continue;
    faults.add([at ?? field], `${field} would be ${amount}; it is from 0 to ${MAX_AMOUNT}`, amount);
    break;
  }
}

const ONE = parseDecimal(1);
const percent = (rate: number): Decimal => parseDecimal(rate).div(100);
const rounded = (amount: number, currency: string | null): number => toNumber(roundTo(currency, parseDecimal(amount)));
const sum = (one: number, other: number): number => toNumber(add(parseDecimal(one), parseDecimal(other)));
const difference = (one: number, other: number): number => toNumber(parseDecimal(one).minus(parseDecimal(other)));

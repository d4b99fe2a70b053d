import { type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { dayAfter, discountOn, isUntil } from '../../documents/domain/payment-terms.ts';
import type { Invoice } from './invoice.ts';
import { isCreditNote } from './invoice-status.ts';
import type { PaymentInput } from './payment.ts';

/**
 * The dates of an invoice that is issued: the issue date as sent, otherwise `today`, and the due date as sent, otherwise
 * by its payment terms. A credit note gets no due date.
 */
export function datesOf(
  invoice: Pick<Invoice, 'dueDate' | 'issuedDate' | 'paymentTermsDays' | 'invoiceType'>,
  today: string,
): Pick<Invoice, 'issuedDate' | 'dueDate'> {
  const issuedDate = invoice.issuedDate ?? today;
  const byTerms = isCreditNote(invoice) ? null : dayAfter(issuedDate, invoice.paymentTermsDays);
  return { issuedDate, dueDate: invoice.dueDate ?? byTerms };
}

type Discountable = Pick<
  Invoice,
  | 'invoiceType'
  | 'currency'
  | 'issuedDate'
  | 'totalAmount'
  | 'paidAmount'
  | 'discountPercent'
  | 'discountDays'
  | 'discountTaken'
  | 'creditedAmount'
  | 'allocatedAmount'
>;

/** The payment in money that settles an invoice by its discount for early payment. */
export interface EarlyPayment {
  /** The last day, in ISO 8601. */
  until: string;
  /** The amount, if the discount is rounded half-up. */
  amount: Decimal;
  /** The least amount: the discount is rounded up, so that a payer who rounds the other way pays enough, too. */
  least: Decimal;
  /** The amount without the discount. Credit notes that are not allocated yet are no part of it. */
  whole: Decimal;
}

/**
 * Undefined if the terms have no discount, it is taken already, or nothing is left to pay in money. `unallocated`: what is
 * left to allocate of the credit notes that correct the invoice. Absent: an estimate, which is exact while these notes were
 * allocated only to this invoice, and no other ones were.
 */
export function earlyPayment(invoice: Discountable, unallocated?: Decimal): EarlyPayment | undefined {
  if (isCreditNote(invoice) || invoice.totalAmount === null) return undefined;
  const [total, paid, taken, credited, allocated] = [
    invoice.totalAmount,
    invoice.paidAmount,
    invoice.discountTaken,
    invoice.creditedAmount,
    invoice.allocatedAmount,
  ].map((amount) => parseDecimal(amount ?? 0)) as [Decimal, Decimal, Decimal, Decimal, Decimal];
  const discount = discountOn(total.minus(credited), invoice);
  const pending = unallocated ?? (credited.gt(allocated) ? credited.minus(allocated) : NOTHING);
  const whole = total.minus(paid).minus(pending);
  if (!discount || discount.amount.lte(taken)) return undefined;
  const amount = whole.minus(discount.amount).plus(taken);
  return amount.gt(0)
    ? { until: discount.until, amount, least: whole.minus(discount.most).plus(taken), whole }
    : undefined;
}

/**
 * The discount that a payment takes: what it leaves unpaid, if it is in time and leaves at most the discount; otherwise
 * 0. `amount`: at most the unpaid amount. `unallocated`: as for `earlyPayment`.
 */
export function discountFor(
  before: Invoice,
  { amount, date }: Pick<PaymentInput, 'amount' | 'date'>,
  unallocated?: Decimal,
): number {
  const early = earlyPayment(before, unallocated);
  const paid = parseDecimal(amount);
  if (!early || !isUntil(early.until, date) || paid.lt(early.least) || paid.gt(early.whole)) return 0;
  return toNumber(early.whole.minus(paid));
}

const NOTHING = parseDecimal(0);

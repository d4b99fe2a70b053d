import { parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { type Discount, dayAfter, discountOn, isUntil } from '../../documents/domain/payment-terms.ts';
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
  'invoiceType' | 'currency' | 'issuedDate' | 'totalAmount' | 'creditedAmount' | 'discountPercent' | 'discountDays'
>;

/** The discount for early payment, on the total less its credit notes; undefined if there is none. */
export function discountOf(invoice: Discountable): Discount | undefined {
  if (isCreditNote(invoice) || invoice.totalAmount === null) return undefined;
  return discountOn(parseDecimal(invoice.totalAmount).minus(parseDecimal(invoice.creditedAmount ?? 0)), invoice);
}

/**
 * The discount that a payment takes: what it leaves unpaid, if the payment is in time and leaves at most the discount;
 * otherwise 0. `amount`: at most the unpaid amount.
 */
export function discountFor(before: Invoice, { amount, date }: Pick<PaymentInput, 'amount' | 'date'>): number {
  const discount = discountOf(before);
  if (!discount || !isUntil(discount.until, date)) return 0;
  const unpaid = parseDecimal(before.totalAmount ?? 0).minus(parseDecimal(before.paidAmount));
  const left = unpaid.minus(parseDecimal(amount));
  return left.lte(discount.most) ? toNumber(left) : 0;
}

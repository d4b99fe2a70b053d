import { AppError, invalidField } from '#chassis/domain/errors.ts';
import type { Faults } from '#chassis/domain/faults.ts';
import { parseDecimal, roundTo, toNumber } from '#chassis/domain/money.ts';
import { newRecord, type RecordState, type View, viewOf } from '#chassis/domain/record.ts';
import { instantText, sharedAmountSortKey, sharedDateSortKey } from '../../documents/domain/sort-keys.ts';
import { isCreditNote } from './invoice-status.ts';

/** A payment of an invoice. It never changes. */
export interface Payment extends RecordState {
  invoiceId: string;
  amount: number;
  /** The discount for early payment that it took. null: none, in a payment of an earlier version. */
  discount: number | null;
  /** The text that the caller sent. */
  date: string;
  reference: string | null;
  /** The matched line of a bank statement, and its statement; null for a payment without a match. */
  bankStatementId: string | null;
  bankLineId: string | null;
  /** The credit note that pays the invoice, in the invoice's payment of an allocation. */
  creditNoteId: string | null;
  /** The invoice that is paid, in the credit note's payment of an allocation. */
  allocatedInvoiceId: string | null;
  /** The other payment of an allocation. Callers do not see it. */
  counterpartId: string | null;
  createdById: string;
}

/** The fields of a payment that an allocation creates. */
type Allocation = Pick<Payment, 'id' | 'counterpartId'> & Partial<Pick<Payment, 'creditNoteId' | 'allocatedInvoiceId'>>;

/** A payment in replies. */
export type PaymentView = Omit<View<Payment>, 'counterpartId' | 'discount'> & { discount: number };

export function paymentView(payment: Payment): PaymentView {
  const { counterpartId: _, ...shown } = viewOf(payment);
  return { ...shown, discount: payment.discount ?? 0 };
}

/** The stored forms of the date that has ranges. */
export const paymentDates = { date: instantText };

/** Sort keys of the date, whose stored text does not sort by date, and of the amounts. */
export const paymentSortKeys = {
  date: (payment: Payment) => sharedDateSortKey(payment.date, payment),
  amount: (payment: Payment) => sharedAmountSortKey(payment.amount, payment),
  discount: (payment: Payment) => sharedAmountSortKey(payment.discount ?? 0, payment),
};

export const isAllocated = ({ counterpartId }: Payment): boolean => counterpartId !== null;

export interface PaymentInput {
  /** Above 0. */
  amount: number;
  /** The text that the caller sent, otherwise today. */
  date: string;
  reference?: string;
  /** The bank line, for a payment that a match creates. */
  matched?: { bankStatementId: string; bankLineId: string };
  allocation?: Allocation;
}

interface Recording {
  actorId: string;
  now: Date;
  newId: () => string;
}

export const newPayment = (
  { amount, discount = 0, date, reference, matched, allocation }: PaymentInput & { discount?: number },
  invoice: { id: string; orgId: string },
  { actorId, now, newId }: Recording,
): Payment => ({
  ...newRecord(newId(), invoice.orgId, now),
  invoiceId: invoice.id,
  amount,
  discount,
  date,
  reference: reference ?? null,
  bankStatementId: matched?.bankStatementId ?? null,
  bankLineId: matched?.bankLineId ?? null,
  creditNoteId: null,
  allocatedInvoiceId: null,
  counterpartId: null,
  createdById: actorId,
  ...allocation,
});

/**
 * Payments and PDFs need a currency. Errors: validation_failed at `currency` for an invoice without one (decisions 7:
 * Defaults).
 */
export function requireCurrency({ currency }: { currency: string | null }): string {
  if (currency !== null) return currency;
  throw invalidField(['body', 'currency'], 'the invoice has no currency; PATCH its currency first', null);
}

/**
 * `left`: the unpaid amount; null for an invoice without a total. Faults: an invoice without a total; an amount above
 * `left`; more decimals than the currency has (decisions 7: Payments, Missing sums).
 */
export function refuseAmount(
  field: 'amount' | 'paidAmount',
  amount: number,
  { left, currency }: { left: number | null; currency: string | null },
  faults: Faults,
): void {
  const sent = parseDecimal(amount);
  if (!roundTo(currency, sent).eq(sent)) faults.add([field], `more decimals than ${currency} has`, amount);
  else if (left === null) faults.add([field], 'the invoice has no total, because none of its amounts is known', amount);
  else if (amount > left) faults.add([field], `more than the unpaid amount: ${left} ${currency}`, amount);
}

/** The payment of a match can only be removed by unmatch. Errors: in_use. */
export function refuseMatched({ bankLineId, bankStatementId }: Payment): void {
  if (bankLineId === null) return;
  const line = `line ${bankLineId} of bank statement ${bankStatementId}`;
  throw new AppError('in_use', `The payment is matched with ${line}; unmatch the line to remove it`);
}

/** Whether the client still has to pay a part of the invoice. */
export const isOwing = (invoice: {
  invoiceType: string | null;
  totalAmount: number | null;
  paidAmount: number;
}): boolean => !isCreditNote(invoice) && (unpaidAmount(invoice.totalAmount, invoice.paidAmount) ?? 0) > 0;

/** The unpaid amount; null for an invoice without a total. */
export const unpaidAmount = (totalAmount: number | null, paidAmount: number): number | null =>
  totalAmount === null ? null : toNumber(parseDecimal(totalAmount).minus(parseDecimal(paidAmount)));

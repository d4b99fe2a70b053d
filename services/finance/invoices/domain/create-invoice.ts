import { refuseEnded } from '#chassis/domain/currencies.ts';
import { Faults } from '#chassis/domain/faults.ts';
import { filled } from '#chassis/domain/plain-fields.ts';
import { newRecord } from '#chassis/domain/record.ts';
import { type InvoiceInMessage, invoice } from '#proto/finance/v1/invoice.contract.ts';
import { asCreated } from '../../documents/domain/cancelled-draft.ts';
import { refuseDisagreement } from './agreement.ts';
import { refuseCorrection } from './correction.ts';
import { datesOf } from './due-date.ts';
import { type Invoice, type InvoiceDecision, life, type Subject, type Today, type Writing } from './invoice.ts';
import { invoiceAmounts, NO_AMOUNTS, type SentAmounts, sentAmounts } from './invoice-amounts.ts';
import { type InvoiceLineInput, replaceLines } from './invoice-line.ts';
import { isIssued, statusPaid } from './invoice-status.ts';
import { newPayment, type Payment, refuseAmount, requireCurrency, unpaidAmount } from './payment.ts';

/** The fields of a request, with the currency that applies. */
export interface InvoiceInput
  extends Omit<
      InvoiceInMessage,
      | 'invoiceNumber'
      | 'salesOrderId'
      | 'deliveryNoteId'
      | 'correctsInvoiceId'
      | 'clientId'
      | 'currency'
      | 'lineItems'
      | 'linesFrom'
      | keyof SentAmounts
    >,
    SentAmounts {
  currency: string | null;
  deliveryNoteId?: string | null;
  correctsInvoiceId?: string | null;
  invoiceNumber: string | null;
  /** True if the number is of the org's series. */
  isNumbered?: boolean;
  lineItems: readonly InvoiceLineInput[];
}

/**
 * Creates an invoice in the status that the input names, by default draft; overdue is not allowed (decisions 4).
 * Errors: validation_failed.
 */
export function createInvoice(
  input: InvoiceInput,
  subject: Subject,
  { orgId }: Pick<Invoice, 'orgId'>,
  { today, ...writing }: Writing & Today,
): { decision: InvoiceDecision; payment?: Payment } {
  const { now, newId } = writing;
  const faults = new Faults();
  const { currency, status = 'draft' } = input;
  refuseEnded(currency);
  const lineItems = replaceLines(undefined, input.lineItems, { currency, newId, faults });
  const amounts = invoiceAmounts({ lineItems, sent: sentAmounts(input), before: NO_AMOUNTS, currency }, faults);
  const paidAmount = input.paidAmount ?? (status === 'paid' ? (amounts.totalAmount ?? 0) : 0);
  if (paidAmount > 0) requireCurrency({ currency });
  refusePaid(input, { ...amounts, paidAmount }, faults);
  faults.throwIfAny();
  const plain = filled(invoice.plain, input);
  const state: Invoice = {
    ...newRecord(newId(), orgId, now),
    ...plain,
    ...subject,
    deliveryNoteId: input.deliveryNoteId ?? null,
    correctsInvoiceId: input.correctsInvoiceId ?? null,
    invoiceNumber: input.invoiceNumber,
    isNumbered: input.isNumbered ?? false,
    currency,
    ...amounts,
    paidAmount,
    discountTaken: 0,
    creditedAmount: 0,
    allocatedAmount: 0,
    ...(isIssued(status) && datesOf(plain, today)),
    ...asCreated(status),
    status: status === 'issued' ? statusPaid({ ...amounts, paidAmount }) : status,
    lineItems,
  };
  refuseCorrection(state);
  const decision = life.created(state);
  if (paidAmount === 0) return { decision };
  return { decision, payment: newPayment({ amount: paidAmount, date: today }, state, writing) };
}

/** Faults: a status or a remaining balance that does not agree with the paid amount of a new invoice. */
function refusePaid(
  { status, remainingBalance, currency }: InvoiceInput,
  { totalAmount, paidAmount }: { totalAmount: number | null; paidAmount: number },
  faults: Faults,
): void {
  if (paidAmount > 0) refuseAmount('paidAmount', paidAmount, { left: totalAmount, currency }, faults);
  refuseDisagreement('remainingBalance', remainingBalance, unpaidAmount(totalAmount ?? 0, paidAmount), faults);
  const paid = statusPaid({ totalAmount, paidAmount });
  const isNothing = (totalAmount ?? 0) === 0;
  const refused =
    (status === 'paid' && paid !== 'paid' && !isNothing) ||
    (status === 'partially_paid' && paid !== 'partially_paid') ||
    (status === 'cancelled' && paidAmount > 0);
  if (refused) faults.add(['paidAmount'], `an invoice with this paid amount is not ${status}`, paidAmount);
}

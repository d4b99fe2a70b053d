import { AppError, invalidField } from '#chassis/domain/errors.ts';
import { add, type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { advance } from '#chassis/domain/record.ts';
import { type Invoice, type InvoiceDecision, life } from './invoice.ts';
import { isCreditNote, isIssued } from './invoice-status.ts';

/** Errors: validation_failed at correctsInvoiceId, if it is set and the invoice is no credit note. */
export function refuseCorrection({
  correctsInvoiceId,
  ...invoice
}: Pick<Invoice, 'invoiceType' | 'correctsInvoiceId'>): void {
  if (correctsInvoiceId === null || isCreditNote(invoice)) return;
  const why = 'only an invoice with the invoiceType credit_note corrects another';
  throw invalidField(['body', 'correctsInvoiceId'], why, correctsInvoiceId);
}

/**
 * The invoice that a credit note corrects, when the credit note is written. Errors: validation_failed at
 * correctsInvoiceId if there is none, if it cannot be corrected, or if it is an invoice to another client.
 */
export function requireCorrected<Corrected extends Pick<Invoice, 'invoiceType' | 'status' | 'clientId'>>(
  found: Corrected | undefined,
  { id, clientId }: { id: string; clientId?: string | null },
): Corrected {
  const refused = (why: string) => invalidField(['body', 'correctsInvoiceId'], why, id);
  if (!found) throw refused('no invoice has this id; POST /api/v1/invoices creates one');
  if (isCreditNote(found)) throw refused('it is a credit note');
  if (!isIssued(found.status)) throw refused(`the invoice is ${found.status}; only an issued invoice is corrected`);
  if (clientId !== undefined && clientId !== found.clientId) throw refused('it is an invoice to another client');
  return found;
}

/** The amount by which a change of a credit note changes the credited amount of the invoice that it corrects. */
export const creditedChange = (before: Invoice | undefined, after: Invoice): Decimal =>
  creditedBy(after).minus(before ? creditedBy(before) : 0);

const creditedBy = ({ correctsInvoiceId, status, totalAmount }: Invoice): Decimal =>
  parseDecimal(correctsInvoiceId !== null && isIssued(status) ? (totalAmount ?? 0) : 0);

/** Whether the write makes the credit note count. */
export const isCounted = (before: Invoice | undefined, after: Invoice): boolean =>
  after.correctsInvoiceId !== null && isIssued(after.status) && !(before && isIssued(before.status));

export type CreditNoteAmounts = Pick<Invoice, 'totalAmount' | 'paidAmount'>;

/** The total of issued credit notes. */
export const sumOfNotes = (notes: readonly CreditNoteAmounts[]): number =>
  toNumber(add(...notes.map(({ totalAmount }) => parseDecimal(totalAmount ?? 0))));

/** The amount of issued credit notes that is left to allocate. */
export const leftOfNotes = (notes: readonly CreditNoteAmounts[]): Decimal =>
  add(parseDecimal(0), ...notes.map(({ totalAmount, paidAmount }) => parseDecimal(totalAmount ?? 0).minus(paidAmount)));

/**
 * Credits a part of the invoice, or takes it back if `change` is below 0. Errors: invalid_transition if the invoice is
 * not issued; validation_failed if its client or currency is not that of the credit note; conflict for more than is
 * left to credit.
 */
export function credit(before: Invoice, note: Invoice, change: Decimal, now: Date): InvoiceDecision {
  if (isIssued(note.status)) refuseCredit(before, note, change);
  const creditedAmount = toNumber(parseDecimal(before.creditedAmount ?? 0).plus(change));
  return life.updated(before, { ...advance(before, now), creditedAmount });
}

function refuseCredit({ totalAmount, creditedAmount, ...corrected }: Invoice, note: Invoice, change: Decimal): void {
  const { invoiceNumber, currency } = corrected;
  if (!isIssued(corrected.status)) {
    const message = `Invoice ${invoiceNumber}, which the credit note corrects, is ${corrected.status}`;
    throw new AppError('invalid_transition', message);
  }
  requireCorrected(corrected, { id: corrected.id, clientId: note.clientId });
  if (currency === null || currency !== note.currency) {
    const why = `invoice ${invoiceNumber}, which the credit note corrects, is in ${currency ?? 'no currency'}`;
    throw invalidField(['body', 'currency'], why, note.currency);
  }
  const left = parseDecimal(totalAmount ?? 0).minus(parseDecimal(creditedAmount ?? 0));
  if (change.lte(left)) return;
  const message = `Of invoice ${invoiceNumber}, ${left.toFixed()} ${currency} are left to credit; the credit note has ${change.toFixed()}`;
  throw new AppError('conflict', message);
}

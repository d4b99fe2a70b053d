import { AppError, invalidField } from '#chassis/domain/errors.ts';
import type { Invoice, Writing } from './invoice.ts';
import { isCreditNote, requireMove, resource } from './invoice-status.ts';
import { type PaidDecision, payInvoice } from './move-invoice.ts';

/** The decisions about a credit note and about the invoice that it pays. */
export interface AllocationDecision {
  ofNote: PaidDecision;
  ofInvoice: PaidDecision;
}

/**
 * Pays an invoice with a credit note. Both get a payment. `date`: the date of the two payments. Errors:
 * invalid_transition if one of them takes no payment, or `note` is no credit note; validation_failed for another client
 * or currency, and for an amount as of `payInvoice`.
 */
export function allocate(
  note: Invoice,
  invoice: Invoice,
  input: { amount: number; date: string },
  writing: Writing,
): AllocationDecision {
  refuseAllocation(note, invoice);
  const [noteId, invoiceId] = [writing.newId(), writing.newId()];
  const ofNote = { id: noteId, counterpartId: invoiceId, allocatedInvoiceId: invoice.id };
  const ofInvoice = { id: invoiceId, counterpartId: noteId, creditNoteId: note.id };
  return {
    ofNote: payInvoice(note, { ...input, allocation: ofNote }, writing),
    ofInvoice: payInvoice(invoice, { ...input, allocation: ofInvoice }, writing),
  };
}

/**
 * Errors: as `allocate`, but without the amount. It is also checked before the two are locked: only a credit note may be
 * locked before an invoice, and the type of an issued one never changes.
 */
export function refuseAllocation(note: Invoice, invoice: Invoice): void {
  if (!isCreditNote(note)) {
    throw new AppError('invalid_transition', `${resource} is no credit note; only a credit note is allocated`);
  }
  const refused = (why: string) => invalidField(['body', 'invoiceId'], why, invoice.id);
  if (isCreditNote(invoice)) throw refused('it is a credit note, too');
  const isOfClient = note.clientId !== null || note.correctsInvoiceId === invoice.id;
  if (note.clientId !== invoice.clientId || !isOfClient) throw refused('it is an invoice to another client');
  for (const { status } of [note, invoice]) requireMove(status, status === 'overdue' ? 'payLate' : 'pay');
  if (note.currency !== invoice.currency) throw refused(`it is in ${invoice.currency ?? 'no currency'}`);
}

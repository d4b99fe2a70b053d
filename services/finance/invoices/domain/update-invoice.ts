import { refuseEnded } from '#chassis/domain/currencies.ts';
import { Faults } from '#chassis/domain/faults.ts';
import { changed } from '#chassis/domain/plain-fields.ts';
import { advance, cleared } from '#chassis/domain/record.ts';
import type { Changes } from '#proto/common/v1/resource.contract.ts';
import { invoice } from '#proto/finance/v1/invoice.contract.ts';
import { refuseReadOnly } from '../../documents/domain/read-only.ts';
import { refuseCorrection } from './correction.ts';
import { type Invoice, type InvoiceDecision, life, type Subject, type Today, type Writing } from './invoice.ts';
import { type InvoiceAmounts, invoiceAmounts, sentAmounts } from './invoice-amounts.ts';
import { type InvoiceLineInput, replaceLines, sentAgain } from './invoice-line.ts';
import { isPastDue, resource, statusPaid } from './invoice-status.ts';

/** New values of fields, with the records that they name. */
export interface InvoiceChanges extends Omit<Changes<typeof invoice>, 'salesOrderId' | 'clientId' | 'lineItems'> {
  subject?: Subject;
  lineItems?: readonly InvoiceLineInput[] | null;
}

/** Fields that can change after draft (decisions 4). An invoice without a currency can also get its currency. */
const EDITABLE = ['notes', 'internalNotes', 'issuedDate', 'dueDate'];

/**
 * Changes an invoice. null clears a field that may be empty, and leaves another field unchanged (decisions 1: Null).
 * After draft, only notes, internalNotes and dates can change. An overdue invoice whose new due date has not passed is
 * no longer overdue. `today`: absent if the due date does not change. Errors: validation_failed; invalid_transition.
 */
export function updateInvoice(
  before: Invoice,
  changes: InvoiceChanges,
  { today, ...writing }: Writing & Partial<Today>,
): InvoiceDecision {
  const after = applyChanges(before, changes, writing);
  const decision = life.updated(before, after);
  const { status } = before;
  if (status !== 'draft') {
    const { event } = life.updated(withCurrency(before, changes, writing), after);
    refuseReadOnly({ resource, status, previous: event.previous }, EDITABLE);
  }
  const isInTime = status === 'overdue' && today !== undefined && !isPastDue(after.dueDate, today);
  return isInTime ? life.updated(before, { ...after, status: statusPaid(after) }) : decision;
}

/**
 * An invoice without a currency can get its currency in any status. Then its amounts are rounded (decisions 7:
 * Defaults).
 */
const withCurrency = (before: Invoice, { currency }: InvoiceChanges, writing: Writing): Invoice =>
  before.currency === null && currency ? applyChanges(before, { currency }, writing) : before;

function applyChanges(before: Invoice, changes: InvoiceChanges, { now, newId }: Writing): Invoice {
  const faults = new Faults();
  const currency = cleared(changes.currency, before.currency);
  refuseEnded(currency, before.currency);
  const { lineItems: lines } = changes;
  const inputs = lines === undefined ? sentAgain(before.lineItems) : (lines ?? []);
  const lineItems = replaceLines(before.lineItems, inputs, { currency, newId, faults });
  const after: Invoice = {
    ...advance(before, now),
    ...(changes.subject && changes.subject.clientId !== before.clientId && changes.subject),
    ...(changes.subject && { salesOrderId: changes.subject.salesOrderId }),
    // A delivery note is of one order.
    ...(changes.subject && changes.subject.salesOrderId !== before.salesOrderId && { deliveryNoteId: null }),
    ...changed(invoice.plain, before, changes),
    invoiceNumber: changes.invoiceNumber ?? before.invoiceNumber,
    correctsInvoiceId: cleared(changes.correctsInvoiceId, before.correctsInvoiceId),
    currency,
    lineItems,
  };
  const reckoned = isReckonedAnew(before, changes)
    ? { ...after, ...amountsAfter(after, before, changes, faults) }
    : after;
  refusePaidAfter(before, reckoned, faults);
  faults.throwIfAny();
  refuseCorrection(reckoned);
  return reckoned;
}

/**
 * Whether the sums are computed again: if currency, lines or sums change. Otherwise the stored sums stay as they are.
 */
const isReckonedAnew = (before: Invoice, { currency, lineItems, ...changes }: InvoiceChanges): boolean =>
  cleared(currency, before.currency) !== before.currency ||
  lineItems !== undefined ||
  Object.keys(sentAmounts(changes)).length > 0;

function amountsAfter(after: Invoice, before: Invoice, changes: InvoiceChanges, faults: Faults): InvoiceAmounts {
  const { lineItems, currency } = after;
  return invoiceAmounts({ lineItems, sent: sentAmounts(changes), before, currency }, faults);
}

/** Faults: a total below the paid amount; another currency than that of the payments. */
function refusePaidAfter(before: Invoice, { currency, totalAmount }: Invoice, faults: Faults): void {
  const { paidAmount, status } = before;
  // After draft, neither the currency nor the total can change.
  if (paidAmount === 0 || status !== 'draft') return;
  if (currency !== before.currency)
    faults.add(['currency'], `the invoice has payments in ${before.currency}`, currency);
  else if ((totalAmount ?? 0) < paidAmount) faults.add(['totalAmount'], `${paidAmount} are paid already`, totalAmount);
}

import { AppError } from '#chassis/domain/errors.ts';
import { type Moves, moveTo } from '#chassis/domain/lifecycle.ts';
import { type Invoice, invoice } from '#proto/finance/v1/invoice.contract.ts';
import { dateSortKey } from '../../documents/domain/sort-keys.ts';

export type InvoiceStatus = Invoice['status'];
export type InvoiceMove = keyof typeof invoice.moves;

/** Name of the resource in messages. */
export const resource = invoice.title;

export const invoiceMoves: Moves<InvoiceMove, InvoiceStatus> = invoice.moves;

/**
 * Returns the status after a move. Errors: invalid_transition. The message for an overdue invoice also offers `pay`.
 */
export const requireMove = (status: InvoiceStatus, name: InvoiceMove): InvoiceStatus =>
  moveTo(resource, invoiceMoves, status, name, status === 'overdue' ? ['pay'] : []);

/** A paid invoice cannot be cancelled, because its payments would have no reason. Errors: invalid_transition. */
export function refuseCancelOfPaid({ status, paidAmount }: { status: InvoiceStatus; paidAmount: number }): void {
  if (paidAmount === 0) return;
  throw new AppError('invalid_transition', `${resource} is ${status}, and has payments; remove them first`);
}

/** A corrected invoice keeps its status, because its credit notes would correct nothing. Errors: invalid_transition. */
export function refuseCancelOfCredited({
  status,
  creditedAmount,
}: {
  status: InvoiceStatus;
  creditedAmount: number | null;
}): void {
  if (!creditedAmount) return;
  throw new AppError(
    'invalid_transition',
    `${resource} is ${status}, and ${creditedAmount} of it are credited; cancel its credit notes first`,
  );
}

interface Paid {
  paidAmount: number;
  totalAmount: number | null;
}

/** Selects a value by the paid share: none, a part, or all. An invoice of 0 counts as unpaid until it has a payment. */
export const howPaid = <Value>({ paidAmount, totalAmount }: Paid, by: Record<'none' | 'part' | 'all', Value>): Value =>
  by[paidAmount === 0 ? 'none' : paidAmount === (totalAmount ?? 0) ? 'all' : 'part'];

/** The status of an issued invoice that is not overdue, by its payments. */
export const statusPaid = (invoice: Paid): 'issued' | 'partially_paid' | 'paid' =>
  howPaid(invoice, { none: 'issued', part: 'partially_paid', all: 'paid' } as const);

/** The type of an invoice that reduces the client's debt. The client does not pay it. */
export const CREDIT_NOTE = 'credit_note';

export const isCreditNote = ({ invoiceType }: { invoiceType: string | null }): boolean => invoiceType === CREDIT_NOTE;

/** Whether an invoice in this status counts as invoiced of its order: neither a draft nor cancelled. */
export const isIssued = (status: InvoiceStatus): boolean => isOpen(status) || status === 'paid';

/** Whether the client owes the unpaid amount of an invoice in this status. */
export const isOpen = (status: InvoiceStatus): boolean =>
  status === 'issued' || status === 'partially_paid' || status === 'overdue';

/**
 * Whether the due date is before `today`, an ISO 8601 date in the org's time zone (decisions 7: Overdue). A due date
 * that is not ISO 8601 is never past.
 */
export function isPastDue(dueDate: string | null, today: string): boolean {
  const [due, start] = [dateSortKey(dueDate), dateSortKey(today)];
  return due !== null && start !== null && due < start;
}

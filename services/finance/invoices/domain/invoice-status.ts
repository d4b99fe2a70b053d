import { AppError } from '#chassis/domain/errors.ts';
import { type Moves, moveTo } from '#chassis/domain/lifecycle.ts';
import { invoice } from '#proto/finance/v1/invoice.contract.ts';
import { dateSortKey } from '../../documents/domain/sort-keys.ts';

export type InvoiceStatus = 'draft' | 'issued' | 'partially_paid' | 'paid' | 'overdue' | 'cancelled';

/** Name of the resource in messages. */
export const resource = 'Invoice';

export type InvoiceMove =
  | 'issue'
  | 'issuePartlyPaid'
  | 'issuePaid'
  | 'openPartlyPaid'
  | 'openPaid'
  | 'pay'
  | 'payAll'
  | 'payLate'
  | 'takeBack'
  | 'takeBackPart'
  | 'takeBackLate'
  | 'takeBackEarly'
  | 'markOverdue'
  | 'cancel';

export const invoiceMoves: Moves<InvoiceMove, InvoiceStatus> = invoice.moves;

/** Errors: invalid_transition. Of one that is overdue, too, callers can pay. */
export const requireMove = (status: InvoiceStatus, name: InvoiceMove): InvoiceStatus =>
  moveTo(resource, invoiceMoves, status, name, status === 'overdue' ? ['pay'] : []);

/** A paid invoice cannot be cancelled: its payments must stay explained. Errors: invalid_transition. */
export function refuseCancelOfPaid({ status, paidAmount }: { status: InvoiceStatus; paidAmount: number }): void {
  if (paidAmount === 0) return;
  throw new AppError(
    'invalid_transition',
    `${resource} is ${status}, and payments of it are there; take them back first`,
  );
}

interface Paid {
  paidAmount: number;
  totalAmount: number | null;
}

/** The value for the paid share: none, a part, or all. An invoice of 0 is unpaid until it has a payment. */
export const howPaid = <Value>({ paidAmount, totalAmount }: Paid, by: Record<'none' | 'part' | 'all', Value>): Value =>
  by[paidAmount === 0 ? 'none' : paidAmount === (totalAmount ?? 0) ? 'all' : 'part'];

/** The status of an issued invoice that is not overdue, by its payments. */
export const statusPaid = (invoice: Paid): 'issued' | 'partially_paid' | 'paid' =>
  howPaid(invoice, { none: 'issued', part: 'partially_paid', all: 'paid' } as const);

/** The type of an invoice that is a claim of the client. The client does not pay it. */
export const CREDIT_NOTE = 'credit_note';

export const isCreditNote = ({ invoiceType }: { invoiceType: string | null }): boolean => invoiceType === CREDIT_NOTE;

/** Asks to be paid: from here on its client owes what is left of it. */
export const isOpen = (status: InvoiceStatus): boolean =>
  status === 'issued' || status === 'partially_paid' || status === 'overdue';

/** decisions 7: Overdue. `today`: ISO 8601, where the org is. What ISO 8601 does not read is never over. */
export function isPastDue(dueDate: string | null, today: string): boolean {
  const [due, start] = [dateSortKey(dueDate), dateSortKey(today)];
  return due !== null && start !== null && due < start;
}

import { AppError } from '#chassis/domain/errors.ts';
import { Faults } from '#chassis/domain/faults.ts';
import { add, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { refuseDelete } from '../../documents/domain/deletable.ts';
import { type Invoice, type InvoiceDecision, life, type Today, type Writing } from './invoice.ts';
import {
  howPaid,
  type InvoiceMove,
  type InvoiceStatus,
  invoiceMoves,
  isPastDue,
  refuseCancelOfPaid,
  requireMove,
  resource,
} from './invoice-status.ts';
import {
  isOwing,
  leftOf,
  newPayment,
  type Payment,
  type PaymentInput,
  refuseAmount,
  refuseMatched,
  requireCurrency,
} from './payment.ts';

/** A decision about an invoice, and the payment that comes with it. */
export interface PaidDecision {
  decision: InvoiceDecision;
  payment: Payment;
}

/** Payments that it has count. `today`: the day it is issued on where nobody has said. Errors: invalid_transition. */
export function issueInvoice(before: Invoice, { now, today }: Pick<Writing, 'now'> & Today): InvoiceDecision {
  requireMove(before.status, 'issue');
  const move = howPaid(before, { none: 'issue', part: 'issuePartlyPaid', all: 'issuePaid' } as const);
  return life.moved(before, move, now, { issuedDate: before.issuedDate ?? today });
}

/**
 * The event of the payment with which an invoice was created, when it becomes more than a draft; undefined if there is
 * none.
 */
export function payAtOpening(
  before: Invoice | undefined,
  after: Invoice,
  { now }: Pick<Writing, 'now'>,
): InvoiceDecision | undefined {
  if ((before && before.status !== 'draft') || after.paidAmount === 0) return undefined;
  if (after.status === 'paid') return life.moved(after, 'openPaid', now);
  return after.status === 'partially_paid' ? life.moved(after, 'openPartlyPaid', now) : undefined;
}

/** Errors: invalid_transition; validation_failed without a currency or a total, for more than remains, or more decimals than the currency has. */
export function payInvoice(before: Invoice, input: PaymentInput, writing: Writing): PaidDecision {
  const { status, totalAmount } = before;
  // A payment that the status does not allow is refused before the sums are looked at.
  requireMove(status, status === 'overdue' ? 'payLate' : 'pay');
  const currency = requireCurrency(before);
  const faults = new Faults();
  refuseAmount('amount', input.amount, { left: leftOf(totalAmount, before.paidAmount), currency }, faults);
  faults.throwIfAny();
  const paidAmount = toNumber(add(parseDecimal(before.paidAmount), parseDecimal(input.amount)));
  const move = paidAmount === totalAmount ? 'payAll' : status === 'overdue' ? 'payLate' : 'pay';
  const payment = newPayment(input, before, writing);
  return { decision: life.moved(before, move, writing.now, { paidAmount }), payment };
}

/** Errors: in_use for a payment of a match, unless that takes it back. */
export function removePayment(
  before: Invoice,
  payment: Payment,
  { now, isUnmatch }: { now: Date; isUnmatch: boolean },
): InvoiceDecision {
  if (!isUnmatch) refuseMatched(payment);
  const paidAmount = toNumber(parseDecimal(before.paidAmount).minus(parseDecimal(payment.amount)));
  return life.moved(before, takingBack(before.status, paidAmount), now, { paidAmount });
}

function takingBack(status: InvoiceStatus, paidAmount: number): InvoiceMove {
  if (status === 'draft') return 'takeBackEarly';
  if (status === 'overdue') return 'takeBackLate';
  return paidAmount === 0 ? 'takeBack' : 'takeBackPart';
}

/** The decision that its dueDate is over; undefined if it is not over, was announced already, or nothing is owed. */
export const markOverdue = (before: Invoice, { now, today }: Pick<Writing, 'now'> & Today) =>
  invoiceMoves.markOverdue.from.includes(before.status) && isOwing(before) && isPastDue(before.dueDate, today)
    ? life.moved(before, 'markOverdue', now)
    : undefined;

/** Errors: invalid_transition, also for one of which something is paid. */
export function cancelInvoice(before: Invoice, now: Date): InvoiceDecision {
  requireMove(before.status, 'cancel');
  refuseCancelOfPaid(before);
  return life.moved(before, 'cancel', now);
}

/** Errors: in_use unless it is a draft without payments, or cancelled. */
export function deleteInvoice(before: Invoice): InvoiceDecision {
  refuseDelete(resource, before);
  if (before.paidAmount > 0) throw new AppError('in_use', `${resource} has payments; take them back first`);
  return life.removed(before);
}

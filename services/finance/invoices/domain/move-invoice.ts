import { AppError } from '#chassis/domain/errors.ts';
import { Faults } from '#chassis/domain/faults.ts';
import { add, type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { asCancelled } from '../../documents/domain/cancelled-draft.ts';
import { refuseDelete } from '../../documents/domain/deletable.ts';
import { datesOf, discountFor } from './due-date.ts';
import { type Invoice, type InvoiceDecision, life, type Today, type Writing } from './invoice.ts';
import {
  howPaid,
  type InvoiceMove,
  type InvoiceStatus,
  invoiceMoves,
  isPastDue,
  refuseCancelOfCredited,
  refuseCancelOfPaid,
  requireMove,
  resource,
} from './invoice-status.ts';
import {
  isAllocated,
  isOwing,
  newPayment,
  type Payment,
  type PaymentInput,
  refuseAmount,
  refuseMatched,
  requireCurrency,
  unpaidAmount,
} from './payment.ts';

/** A decision about an invoice, and the payment that is stored with it. */
export interface PaidDecision {
  decision: InvoiceDecision;
  payment: Payment;
}

/**
 * Issues a draft. If the draft has payments, the new status is partially_paid or paid. `today`: the issue date if the
 * invoice has none. A due date follows from the payment terms if there is none. Other fields are those that the issue changes. Errors: invalid_transition.
 */
export function issueInvoice(
  before: Invoice,
  {
    now,
    today,
    ...changes
  }: Pick<Writing, 'now'> & Today & Partial<Pick<Invoice, 'lineItems' | 'invoiceNumber' | 'isNumbered'>>,
): InvoiceDecision {
  requireMove(before.status, 'issue');
  const move = howPaid(before, { none: 'issue', part: 'issuePartlyPaid', all: 'issuePaid' } as const);
  return life.moved(before, move, now, { ...datesOf(before, today), ...changes });
}

/**
 * The decision with the event of the payment that the invoice was created with, when the invoice is no longer a draft;
 * undefined if there is no such payment.
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

/**
 * Records a payment. A payment within the discount that leaves only the discount unpaid takes it (decisions 7: Payment
 * terms). Errors: invalid_transition; validation_failed if the invoice has no currency or no total, if the amount is
 * more than the unpaid amount, or if it has more decimals than the currency. `unallocated`: as for `earlyPayment`.
 */
export function payInvoice(
  before: Invoice,
  input: PaymentInput,
  writing: Writing,
  unallocated?: Decimal,
): PaidDecision {
  const { status, totalAmount } = before;
  // The status is checked before the amounts.
  requireMove(status, status === 'overdue' ? 'payLate' : 'pay');
  const currency = requireCurrency(before);
  const faults = new Faults();
  const left = unpaidAmount(totalAmount, before.paidAmount);
  refuseAmount('amount', input.amount, { left, currency }, faults);
  faults.throwIfAny();
  const discount = input.allocation ? 0 : discountFor(before, input, unallocated);
  const payment = newPayment({ ...input, discount }, before, writing);
  const paid = paidWith(before, payment, 1);
  const move = paid.paidAmount === totalAmount ? 'payAll' : status === 'overdue' ? 'payLate' : 'pay';
  return { decision: life.moved(before, move, writing.now, paid), payment };
}

/** The paid amounts after a payment is recorded (`sign` 1) or removed (-1). */
function paidWith(before: Invoice, payment: Payment, sign: 1 | -1) {
  const sum = (known: number | null, ...more: (number | null)[]) =>
    toNumber(add(parseDecimal(known ?? 0), ...more.map((amount) => parseDecimal(amount ?? 0).times(sign))));
  const { amount, discount } = payment;
  return {
    paidAmount: sum(before.paidAmount, amount, discount),
    discountTaken: sum(before.discountTaken, discount),
    allocatedAmount: sum(before.allocatedAmount, isAllocated(payment) ? amount : 0),
  };
}

/**
 * Removes a payment, with the discount that it took. `isUnmatch`: the call removes the match that created the payment.
 * Errors: in_use for a payment of a match, unless `isUnmatch`.
 */
export function removePayment(
  before: Invoice,
  payment: Payment,
  { now, isUnmatch }: { now: Date; isUnmatch: boolean },
): InvoiceDecision {
  if (!isUnmatch) refuseMatched(payment);
  const paid = paidWith(before, payment, -1);
  return life.moved(before, takingBack(before.status, paid.paidAmount), now, paid);
}

function takingBack(status: InvoiceStatus, paidAmount: number): InvoiceMove {
  if (status === 'draft') return 'takeBackEarly';
  if (status === 'overdue') return 'takeBackLate';
  return paidAmount === 0 ? 'takeBack' : 'takeBackPart';
}

/**
 * The decision that makes the invoice overdue; undefined if its due date has not passed, it is already overdue, or
 * nothing is unpaid.
 */
export const markOverdue = (before: Invoice, { now, today }: Pick<Writing, 'now'> & Today) =>
  invoiceMoves.markOverdue.from.includes(before.status) && isOwing(before) && isPastDue(before.dueDate, today)
    ? life.moved(before, 'markOverdue', now)
    : undefined;

/** Errors: invalid_transition, also if the invoice has a payment, or an issued credit note corrects it. */
export function cancelInvoice(before: Invoice, now: Date): InvoiceDecision {
  requireMove(before.status, 'cancel');
  refuseCancelOfPaid(before);
  refuseCancelOfCredited(before);
  return life.moved(before, 'cancel', now, asCancelled(before));
}

/**
 * Errors: in_use unless the invoice is cancelled or a draft, has no payments, and its number was not given by the org's
 * series, which has no gaps.
 */
export function deleteInvoice(before: Invoice): InvoiceDecision {
  refuseDelete(resource, before);
  if (before.paidAmount > 0) throw new AppError('in_use', `${resource} has payments; remove them first`);
  if (before.isNumbered) {
    throw new AppError(
      'in_use',
      `${resource} has number ${before.invoiceNumber} of the org's series, which has no gaps`,
    );
  }
  return life.removed(before);
}

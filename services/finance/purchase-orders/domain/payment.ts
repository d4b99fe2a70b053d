import { AppError } from '#chassis/domain/errors.ts';
import { add, type Decimal, parseDecimal } from '#chassis/domain/money.ts';
import { canonicalText } from '../../documents/domain/decimal-text.ts';

/** Amounts as decimal text. */
interface Paid {
  paid: string;
  remaining: string;
}

/** The fields of an order that a payment needs. */
interface Owed extends Paid {
  documentId: string;
  status: string;
  currency: string;
  total: string;
}

/** Statuses in which the org owes the supplier. */
export const MATCHABLE: readonly string[] = ['approved', 'issued', 'partially_received', 'received', 'closed'];

/** The paid and the unpaid amount of a total. */
export const remainingOf = (total: string, paid: string): Paid => ({
  paid,
  remaining: canonicalText(parseDecimal(total).minus(parseDecimal(paid))),
});

/**
 * Adds the payment fields to an order of an earlier version. Nothing of it was paid. An order of which a read has chosen
 * other fields than the total stays as it is.
 */
export const withPaymentDefaults = <Order extends Owed>(order: Order): Order =>
  typeof order.paid !== 'string' && typeof order.total === 'string'
    ? { ...order, ...remainingOf(order.total, '0') }
    : order;

/**
 * The order after a payment, or after the removal of a payment if `amount` is negative. Errors: invalid_transition if
 * the status takes no payment; conflict if more than the unpaid amount is paid. The message names the unpaid amount.
 */
export function payPurchaseOrder<Order extends Owed>(order: Order, amount: Decimal): Order {
  const { documentId, status, total, currency } = order;
  const isMore = amount.gt(0);
  if (isMore && !MATCHABLE.includes(status)) {
    throw new AppError(
      'invalid_transition',
      `Purchase order ${documentId} is ${status}; allowed: ${MATCHABLE.join(', ')}`,
    );
  }
  const paid = add(parseDecimal(order.paid), amount);
  // A replica of an earlier version may have removed the payment fields. So the paid amount never becomes negative.
  const after = remainingOf(total, paid.lt(0) ? '0' : canonicalText(paid));
  if (isMore && parseDecimal(after.remaining).lt(0)) {
    throw new AppError('conflict', `Of ${documentId} remain ${order.remaining} ${currency} to be paid`);
  }
  return { ...order, ...after };
}

/** A paid order cannot be cancelled, because its payments would have no reason. Errors: in_use. */
export function refuseCancelOfPaid({ documentId, paid, currency }: Owed): void {
  if (parseDecimal(paid).eq(0)) return;
  const message = `Lines of bank statements have paid ${paid} ${currency} of ${documentId}; unmatch them first`;
  throw new AppError('in_use', message);
}

/**
 * Errors: in_use if the total would be below the paid amount, or if the currency of an order with payments would
 * change.
 */
export function refuseBelow(order: Owed, { currency, total }: Pick<Owed, 'currency' | 'total'>): void {
  const paid = parseDecimal(order.paid);
  if (paid.eq(0) || (currency === order.currency && parseDecimal(total).gte(paid))) return;
  const message = `Lines of bank statements have paid ${order.paid} ${order.currency} of ${order.documentId}`;
  throw new AppError('in_use', message);
}

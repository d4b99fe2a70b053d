import { AppError } from '#chassis/domain/errors.ts';
import { add, type Decimal, parseDecimal } from '#chassis/domain/money.ts';
import { canonicalText } from '../../documents/domain/decimal-text.ts';

/** As decimal text. */
interface Paid {
  paid: string;
  remaining: string;
}

/** The fields of an order that say how much of it is to be paid. */
interface Owed extends Paid {
  documentId: string;
  status: string;
  currency: string;
  total: string;
}

/** In these it owes its supplier. */
export const MATCHABLE: readonly string[] = ['approved', 'issued', 'partially_received', 'received', 'closed'];

/** The unpaid amount of a total. */
export const remainingOf = (total: string, paid: string): Paid => ({
  paid,
  remaining: canonicalText(parseDecimal(total).minus(parseDecimal(paid))),
});

/** An order that an earlier version has written has no payment fields: nothing had been paid. */
export const withPayment = <Order extends Owed>(order: Order): Order =>
  (order.paid as string | undefined) === undefined ? { ...order, ...remainingOf(order.total, '0') } : order;

/**
 * With a payment more, or with one taken back where it is below 0. Errors: invalid_transition for one that owes nothing;
 * conflict for more than remains, naming what does.
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
  // A replica of an earlier version may have dropped what was paid: no more is taken back than is known.
  const after = remainingOf(total, paid.lt(0) ? '0' : canonicalText(paid));
  if (isMore && parseDecimal(after.remaining).lt(0)) {
    throw new AppError('conflict', `Of ${documentId} remain ${order.remaining} ${currency} to be paid`);
  }
  return { ...order, ...after };
}

/** A paid order cannot be cancelled: its payments must stay explained. Errors: in_use. */
export function refuseCancelOfPaid({ documentId, paid, currency }: Owed): void {
  if (parseDecimal(paid).eq(0)) return;
  const message = `Lines of bank statements have paid ${paid} ${currency} of ${documentId}; unmatch them first`;
  throw new AppError('in_use', message);
}

/** Errors: in_use for a total below what bank lines have paid, or for another currency of one that is paid in part. */
export function refuseBelow(order: Owed, { currency, total }: Pick<Owed, 'currency' | 'total'>): void {
  const paid = parseDecimal(order.paid);
  if (paid.eq(0) || (currency === order.currency && parseDecimal(total).gte(paid))) return;
  const message = `Lines of bank statements have paid ${order.paid} ${order.currency} of ${order.documentId}`;
  throw new AppError('in_use', message);
}

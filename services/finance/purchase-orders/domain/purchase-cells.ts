import { add, type Decimal, multiply, parseDecimal, roundTo } from '#chassis/domain/money.ts';
import { dayText } from '../../documents/domain/days.ts';
import { exactTax } from '../../documents/domain/exact-amounts.ts';
import type { Cell } from '../../documents/domain/kept-sums.ts';
import { MATCHABLE } from './payment.ts';
import type { PurchaseOrder } from './purchase-order.ts';
import type { PurchaseOrderItem } from './purchase-order-item.ts';
import { isAllReceived } from './receipt.ts';

/** The part of the sums with the amounts of orders. Its keys are `<currency> <day>`, with a word for some amounts. */
export const OPEN_PART = 'open';
/** In place of the day: of an order whose dates ISO 8601 does not read. */
export const NO_DAY = 'none';
/** In place of the day: of what is paid above the received value. */
export const PREPAID = 'prepaid';
/** In place of the day: of the value of the goods that will still come. */
export const TO_COME = 'to-come';

/** The fields of a purchase order that its cells depend on. */
export type CountedPurchase = Pick<
  PurchaseOrder,
  'status' | 'currency' | 'orderDate' | 'expectedDeliveryDate' | 'taxRate' | 'total'
> & {
  items: readonly Pick<PurchaseOrderItem, 'qty' | 'receivedQty' | 'unitPrice' | 'taxRate'>[];
  /** Null or absent in an order of an earlier version: nothing is paid. */
  paid?: string | null;
};

/** The amounts that a purchase order adds to the payables (decisions 7: Reports). */
export function purchaseCells(order: CountedPurchase): Cell[] {
  if (!MATCHABLE.includes(order.status)) return [];
  const { received, toCome } = valuesOf(order);
  const owed = received.minus(parseDecimal(order.paid ?? '0'));
  const cell = (word: string, amount: Decimal): Cell[] =>
    amount.eq(0) ? [] : [{ part: OPEN_PART, key: `${order.currency} ${word}`, amounts: [amount] }];
  return [...cell(owed.lt(0) ? PREPAID : dayOf(order), owed), ...cell(TO_COME, toCome)];
}

const dayOf = ({ expectedDeliveryDate, orderDate }: CountedPurchase): string =>
  dayText(expectedDeliveryDate) ?? dayText(orderDate) ?? NO_DAY;

/**
 * The value of the received goods with tax, and of the goods that will still come. All goods together are worth the
 * total. Some of them are worth the total at most: an adjustment below 0 lowers the value of the last goods. Goods of a
 * closed order that were not received do not come any more.
 */
function valuesOf({ status, items, total, taxRate, currency }: CountedPurchase) {
  const whole = parseDecimal(total);
  if (isAllReceived(items)) return { received: whole, toCome: NOTHING };
  const goods = add(
    ...items.map((item) => {
      const amount = roundTo(currency, multiply(parseDecimal(item.receivedQty), parseDecimal(item.unitPrice)));
      return add(amount, exactTax(amount.toFixed(), item.taxRate ?? taxRate, currency));
    }),
  );
  const most = whole.lt(0) ? NOTHING : whole;
  const received = goods.gt(most) ? most : goods;
  return { received, toCome: status === 'closed' ? NOTHING : whole.minus(received) };
}

const NOTHING = parseDecimal(0);

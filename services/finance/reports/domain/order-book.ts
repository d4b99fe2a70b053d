import type { OrderBookRow } from '#proto/finance/v1/report.contract.ts';
import { dateSortKey } from '../../documents/domain/sort-keys.ts';
import { lastDelivery } from '../../orders/domain/delivery-date.ts';
import type { Order } from '../../orders/domain/order.ts';
import type { OrderLine } from '../../orders/domain/order-line.ts';
import { ExactSum, leftOf } from './exact-sum.ts';
import { refuseTooManyRows } from './row-limit.ts';

/** A row of the order book, without the names of its style and SKU. */
export type GoodsRow = Omit<OrderBookRow, 'styleName' | 'refId' | 'color' | 'size'>;

type OpenOrder = Pick<Order, 'requestedDeliveryDate' | 'deliveryWindowEnd' | 'lineItems'>;

interface Goods extends Pick<OrderBookRow, 'styleId' | 'skuId' | 'description'> {
  orders: number;
  /** The order that was counted last. */
  order: OpenOrder | undefined;
  ordered: ExactSum;
  shipped: ExactSum;
  invoiced: ExactSum;
  left: ExactSum;
  late: ExactSum;
  /** Start of the earliest delivery date of goods that are left, in epoch milliseconds. */
  due: number;
}

/** Delivery date of goods without one. */
const NEVER = Number.POSITIVE_INFINITY;

/** Adds up the lines of open orders by style and SKU (decisions 7: Reports). */
export class OrderBook {
  readonly #startOfToday: number;
  readonly #styleId: string | undefined;
  readonly #goods = new Map<string, Goods>();

  /** `today`: ISO 8601. `styleId`: only lines of this style are counted. */
  constructor(today: string, styleId?: string) {
    this.#startOfToday = dateSortKey(today) ?? 0;
    this.#styleId = styleId;
  }

  /** Errors: validation_failed above the limit of rows. */
  add(order: OpenOrder): void {
    const due = lastDelivery(order) ?? NEVER;
    for (const line of order.lineItems) {
      if (this.#styleId === undefined || line.styleId === this.#styleId) this.#count(order, line, due);
    }
    refuseTooManyRows(this.#goods.size, ['clientId', 'styleId']);
  }

  /** Late goods first; then the earliest delivery date first, and goods without a date last. */
  rows(): GoodsRow[] {
    const all = [...this.#goods].sort(([a, one], [b, other]) => byDue(one, other) || (a < b ? -1 : 1));
    return all.map(([, { styleId, skuId, description, orders, ordered, shipped, invoiced, left, late, due }]) => ({
      ...{ styleId, skuId, description, orders },
      ...{ orderedQty: ordered.value, shippedQty: shipped.value, invoicedQty: invoiced.value },
      ...{ leftQty: left.value, lateQty: late.value },
      deliveryDate: Number.isFinite(due) ? dayText(due) : null,
      isLate: late.value > 0,
    }));
  }

  #count(order: OpenOrder, line: OrderLine, due: number): void {
    const goods = this.#goodsOf(line);
    if (goods.order !== order) goods.orders += 1;
    goods.order = order;
    const left = leftOf(line.qty, line.shippedQty);
    goods.ordered.add(line.qty);
    goods.shipped.add(line.shippedQty);
    // A line of an earlier version does not count what is invoiced.
    goods.invoiced.add(line.invoicedQty ?? 0);
    if (left === 0) return;
    goods.left.add(left);
    if (due < this.#startOfToday) goods.late.add(left);
    goods.due = Math.min(goods.due, due);
  }

  #goodsOf({ styleId, skuId, description }: OrderLine): Goods {
    const own = styleId === null ? description : null;
    const key = JSON.stringify([styleId, skuId, own]);
    const known = this.#goods.get(key);
    if (known) return known;
    const sum = () => new ExactSum();
    const sums = { ordered: sum(), shipped: sum(), invoiced: sum(), left: sum(), late: sum() };
    const goods = { styleId, skuId, description: own, orders: 0, order: undefined, ...sums, due: NEVER };
    this.#goods.set(key, goods);
    return goods;
  }
}

/** Late goods have the earliest dates, so they are first. */
const byDue = (one: Goods, other: Goods): number => (one.due === other.due ? 0 : one.due - other.due);

/** The date in UTC. */
const dayText = (instant: number): string => new Date(instant).toISOString().split('T')[0] as string;

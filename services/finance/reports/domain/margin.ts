import { add, type Decimal, multiply, parseDecimal, type Rates, roundTo, toNumber } from '#chassis/domain/money.ts';
import type { MarginProblem, MarginRow } from '#proto/finance/v1/report.contract.ts';
import { converted } from '../../documents/domain/conversion.ts';
import { dateSortKey } from '../../documents/domain/sort-keys.ts';
import type { Order } from '../../orders/domain/order.ts';
import { ExactSum } from './exact-sum.ts';
import { refuseTooManyRows } from './row-limit.ts';

type SoldOrder = Pick<Order, 'id' | 'documentId' | 'orderDate' | 'status' | 'clientId' | 'currency' | 'lineItems'>;

/** Goods that an order has sold. */
export interface SoldGoods {
  styleId: string | null;
  skuId: string | null;
  bomId: string | null;
  qty: number;
}

/** The goods of one style in one order; of one description, if they have no style. */
export interface Sold {
  order: Omit<SoldOrder, 'lineItems'>;
  styleId: string | null;
  description: string | null;
  goods: SoldGoods[];
  revenue: ExactSum;
  hasPrices: boolean;
}

/** Why a cost is not known. `missing`: the name, or the id of the style, that the problem is about. */
export interface Unknown {
  problem: MarginProblem;
  missing: string | null;
}

/** The cost of the materials of one piece, by currency. */
export type PieceCost = ReadonlyMap<string, Decimal> | Unknown;

/** A row without the names of its client and style. */
export type PlainRow = Omit<MarginRow, 'clientName' | 'styleName' | 'refId'>;

/** Maximum number of order lines that one report reads (decisions 7: Reports). */
export const MAX_SOLD_LINES = 100_000;
export const MARGIN_FILTERS = ['clientId', 'styleId', 'from', 'to'];

/** Collects the goods that orders have sold (decisions 7: Reports). */
export class SoldLines {
  readonly #styleId: string | undefined;
  readonly #sold: Sold[] = [];
  #lines = 0;

  /** `styleId`: only lines of this style are counted. */
  constructor(styleId?: string) {
    this.#styleId = styleId;
  }

  /** Errors: validation_failed above the limits of rows and lines. */
  add({ lineItems, ...order }: SoldOrder): void {
    const ofOrder = new Map<string, Sold>();
    for (const { styleId, skuId, bomId, description: text, qty, amount } of lineItems) {
      if (this.#styleId !== undefined && styleId !== this.#styleId) continue;
      this.#lines += 1;
      const description = styleId === null ? text : null;
      const key = styleId ?? ` ${description}`;
      const sold = ofOrder.get(key) ?? {
        ...{ order, styleId, description, goods: [], revenue: new ExactSum(), hasPrices: true },
      };
      ofOrder.set(key, sold);
      sold.goods.push({ styleId, skuId, bomId, qty });
      if (amount === null) sold.hasPrices = false;
      else sold.revenue.add(amount);
    }
    for (const sold of ofOrder.values()) this.#sold.push(sold);
    refuseTooManyRows(this.#sold.length, MARGIN_FILTERS);
    refuseTooManyRows(this.#lines, MARGIN_FILTERS, MAX_SOLD_LINES, 'order lines');
  }

  /** The latest order first; orders of a day by their numbers, the highest first. */
  sorted(): Sold[] {
    const dates = new Map(this.#sold.map(({ order }) => [order, dateSortKey(order.orderDate) ?? 0]));
    const dateOf = ({ order }: Sold) => dates.get(order) ?? 0;
    return this.#sold.sort(
      (one, other) =>
        dateOf(other) - dateOf(one) ||
        (one.order.documentId === other.order.documentId ? 0 : one.order.documentId < other.order.documentId ? 1 : -1),
    );
  }
}

/** The row of sold goods. `costOf`: the cost of one piece. `rates`: the org's exchange rates. */
export function marginRow(sold: Sold, costOf: (goods: SoldGoods) => PieceCost, rates: Rates): PlainRow {
  const { order, styleId, description, goods, revenue: sum } = sold;
  const { id: salesOrderId, documentId: orderNumber, orderDate, status, clientId, currency } = order;
  const qty = new ExactSum();
  for (const one of goods) qty.add(one.qty);
  const revenue = sold.hasPrices ? sum.value : null;
  const cost = costIn(currency, costOfAll(goods, costOf), rates);
  const isKnown = !('problem' in cost);
  const materialCost = isKnown ? toNumber(cost) : null;
  const margin = isKnown && revenue !== null ? parseDecimal(revenue).minus(cost) : null;
  return {
    ...{ salesOrderId, orderNumber, orderDate, status, clientId, styleId, description, qty: qty.value, currency },
    ...{ revenue, materialCost, margin: margin && toNumber(margin) },
    marginPercent: margin && revenue ? percentOf(margin, revenue) : null,
    ...(revenue === null ? { problem: 'no_price' as const, missing: null } : isKnown ? NO_PROBLEM : cost),
  };
}

const NO_PROBLEM = { problem: null, missing: null };

/** With 2 decimals, rounded half-up. */
const percentOf = (part: Decimal, whole: number): number =>
  toNumber(roundTo('EUR', multiply(part, parseDecimal(100)).div(parseDecimal(whole))));

/** The cost of goods by currency. Goods of the same cost are multiplied once. */
function costOfAll(goods: readonly SoldGoods[], costOf: (goods: SoldGoods) => PieceCost): PieceCost {
  const pieces = new Map<ReadonlyMap<string, Decimal>, ExactSum>();
  for (const one of goods) {
    const cost = costOf(one);
    if ('problem' in cost) return cost;
    const sum = pieces.get(cost) ?? new ExactSum();
    pieces.set(cost, sum);
    sum.add(one.qty);
  }
  return sumOf([...pieces].map(([cost, { value }]) => [cost, value]));
}

/** The sum of costs, each times its quantity. */
export function sumOf(
  parts: readonly (readonly [ReadonlyMap<string, Decimal>, number])[],
): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const [cost, qty] of parts) {
    for (const [currency, amount] of cost) {
      const more = multiply(amount, parseDecimal(qty));
      const before = sums.get(currency);
      sums.set(currency, before ? add(before, more) : more);
    }
  }
  return sums;
}

function costIn(currency: string, cost: PieceCost, rates: Rates): Decimal | Unknown {
  if ('problem' in cost) return cost;
  let sum = parseDecimal(0);
  for (const [from, amount] of cost) {
    const part = converted(amount, { from, to: currency, rates });
    if ('missing' in part) return { problem: 'no_rate', missing: part.missing };
    sum = add(sum, part);
  }
  return roundTo(currency, sum);
}

import { add, type Decimal, multiply, parseDecimal } from '#chassis/domain/money.ts';
import type { Order } from '../../orders/domain/order.ts';

/** The fields of an order that material requirements need. */
export type NeedingOrder = Pick<
  Order,
  'id' | 'documentId' | 'status' | 'requestedDeliveryDate' | 'deliveryWindowEnd' | 'lineItems'
>;

/** The pieces of a style that an order needs. */
export interface Demand {
  orderId: string;
  /** Last day of the delivery, in epoch milliseconds; null if the order has no date. */
  deliveryDate: number | null;
  styleId: string | null;
  skuId: string | null;
  /** The BOM that the order line names. Null: that of the style. */
  bomId: string | null;
  /** Only of goods without a style. */
  description: string | null;
  /** Pieces that are not shipped yet. */
  open: Decimal;
  /** Pieces that are shipped. */
  shipped: Decimal;
}

/** The SKUs in a kit. */
export type KitContents = readonly { skuId: string; styleId: string; quantity: number }[];

/** Goods that a BOM describes. */
interface Goods {
  styleId: string | null;
  skuId: string | null;
  /** The BOM that the order line names. Null: that of the style. */
  bomId: string | null;
}

/**
 * The goods of an order line, with the quantity of each in one piece of the line. A kit is replaced by the SKUs in it. If
 * the line of a kit names a BOM, the kit itself needs the materials of that BOM too, for example its box (decisions 7:
 * Material requirements).
 */
export function goodsOf({ styleId, skuId, bomId }: Goods, kits: ReadonlyMap<string, KitContents>) {
  const kit = kits.get(skuId ?? '') ?? [];
  const parts = kit.map((part) => ({ styleId: part.styleId, skuId: part.skuId, bomId: null, quantity: part.quantity }));
  return kit.length > 0 && bomId === null ? parts : [{ styleId, skuId, bomId, quantity: 1 }, ...parts];
}

/** The demands of an order. */
export function demandsOf(
  { id: orderId, lineItems }: NeedingOrder,
  deliveryDate: number | null,
  kits: ReadonlyMap<string, KitContents>,
): Demand[] {
  return lineItems.flatMap(({ description, qty, shippedQty, ...line }) => {
    const [ordered, gone] = [parseDecimal(qty), parseDecimal(shippedQty)];
    const shipped = gone.gt(ordered) ? ordered : gone;
    const open = ordered.minus(shipped);
    return goodsOf(line, kits).map(({ quantity, ...goods }) => ({
      ...{ orderId, deliveryDate, ...goods, description: goods.styleId === null ? description : null },
      open: multiply(open, parseDecimal(quantity)),
      shipped: multiply(shipped, parseDecimal(quantity)),
    }));
  });
}

/** Adds up the demands of an order for the same BOM, so that each BOM of an order is opened once. */
export function merged(demands: readonly Demand[], bomOf: (demand: Demand) => string | undefined): Demand[] {
  const sums = new Map<string, Demand>();
  for (const demand of demands) {
    const { orderId, styleId, skuId, description } = demand;
    const bom = bomOf(demand);
    const key = JSON.stringify(bom === undefined ? [orderId, styleId, skuId, description] : [orderId, bom]);
    const sum = sums.get(key);
    sums.set(
      key,
      sum ? { ...sum, open: add(sum.open, demand.open), shipped: add(sum.shipped, demand.shipped) } : demand,
    );
  }
  return [...sums.values()];
}

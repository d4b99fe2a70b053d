import { add, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { refuseTooMuch, sumByLine } from './line-quantities.ts';
import type { OrderLine } from './order-line.ts';

/** A quantity that ships of one order line. */
export interface ShippedQuantity {
  orderLineId: string;
  qty: number;
}

/** The lines after a shipment. Errors: conflict if more is shipped than is left of a line (decisions 7: Too much). */
export function shipLines(lines: readonly OrderLine[], leaving: readonly ShippedQuantity[]): OrderLine[] {
  const sums = sumByLine(leaving.map(({ orderLineId, qty }) => [orderLineId, parseDecimal(qty)] as const));
  refuseTooMuch('ship', lines, sums, ({ qty, shippedQty }) => parseDecimal(qty).minus(parseDecimal(shippedQty)));
  return lines.map((line) => {
    const leaves = sums.get(line.id);
    return leaves ? { ...line, shippedQty: toNumber(add(parseDecimal(line.shippedQty), leaves)) } : line;
  });
}

/** Whether all lines are fully shipped. It is false for an order without lines: a user completes such an order. */
export const isAllShipped = (lines: readonly OrderLine[]): boolean =>
  lines.length > 0 && lines.every(({ qty, shippedQty }) => shippedQty >= qty);

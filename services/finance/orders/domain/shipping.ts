import { AppError } from '#chassis/domain/errors.ts';
import { add, type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import type { OrderLine } from './order-line.ts';

/** A quantity that ships of one order line. */
export interface ShippedQuantity {
  orderLineId: string;
  qty: number;
}

/** The lines after a shipment. Errors: conflict if more is shipped than is left of a line (decisions 7: Too much). */
export function shipLines(lines: readonly OrderLine[], leaving: readonly ShippedQuantity[]): OrderLine[] {
  const sums = sumsOf(leaving);
  refuseForeign(lines, sums);
  return lines.map((line, index) => {
    const leaves = sums.get(line.id);
    if (!leaves) return line;
    const shipped = add(parseDecimal(line.shippedQty), leaves);
    const left = parseDecimal(line.qty).minus(parseDecimal(line.shippedQty));
    if (leaves.gt(left)) throw tooMuch(`line ${index + 1}`, left, leaves);
    return { ...line, shippedQty: toNumber(shipped) };
  });
}

/** Whether all lines are fully shipped. It is false for an order without lines: a user completes such an order. */
export const isAllShipped = (lines: readonly OrderLine[]): boolean =>
  lines.length > 0 && lines.every(({ qty, shippedQty }) => shippedQty >= qty);

function sumsOf(leaving: readonly ShippedQuantity[]): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const { orderLineId, qty } of leaving) {
    sums.set(orderLineId, add(sums.get(orderLineId) ?? parseDecimal(0), parseDecimal(qty)));
  }
  return sums;
}

/** A delivery note may name a line that was removed from the order. Errors: conflict. */
function refuseForeign(lines: readonly OrderLine[], sums: ReadonlyMap<string, Decimal>): void {
  const known = new Set(lines.map(({ id }) => id));
  for (const [id, leaves] of sums) if (!known.has(id)) throw tooMuch(`line ${id}, which it has no more`, 0, leaves);
}

const tooMuch = (line: string, left: Decimal | number, leaves: Decimal) =>
  new AppError('conflict', `Of the sales order's ${line}, ${left} are left to ship; this would ship ${leaves}`);

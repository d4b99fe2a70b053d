import { AppError } from '#chassis/domain/errors.ts';
import { add, type Decimal, parseDecimal } from '#chassis/domain/money.ts';
import type { OrderLine } from './order-line.ts';

/** Quantities of order lines, by line id. */
export type LineQuantities = ReadonlyMap<string, Decimal>;

/** The sum of the quantities of each order line. */
export function sumByLine(parts: Iterable<readonly [lineId: string, qty: Decimal]>): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const [id, qty] of parts) sums.set(id, add(sums.get(id) ?? NOTHING, qty));
  return sums;
}

export const NOTHING = parseDecimal(0);

/** The quantity, or 0 if it is absent or below 0. */
export const atLeastNothing = (qty = NOTHING): Decimal => (qty.gt(0) ? qty : NOTHING);

/**
 * A document may name a line that was removed from the order: nothing is left of it. `leftOf`: the quantity of a line
 * that is left for the document. Errors: conflict if more than that is taken (decisions 7: Too much).
 */
export function refuseTooMuch(
  verb: 'ship' | 'invoice',
  lines: readonly OrderLine[],
  taken: LineQuantities,
  leftOf: (line: OrderLine) => Decimal,
): void {
  const known = new Set(lines.map(({ id }) => id));
  for (const [id, qty] of taken) {
    if (!known.has(id) && qty.gt(0)) throw tooMuch(verb, `line ${id}, which it has no more`, NOTHING, qty);
  }
  for (const [index, line] of lines.entries()) {
    const qty = taken.get(line.id);
    if (!qty?.gt(0)) continue;
    const left = atLeastNothing(leftOf(line));
    if (qty.gt(left)) throw tooMuch(verb, `line ${index + 1}`, left, qty);
  }
}

function tooMuch(verb: 'ship' | 'invoice', line: string, left: Decimal, taken: Decimal): AppError {
  const advice = verb === 'invoice' ? '; an admin may issue it with {"override": true}' : '';
  const message = `Of the sales order's ${line}, ${left} are left to ${verb}; this would ${verb} ${taken}${advice}`;
  return new AppError('conflict', message);
}

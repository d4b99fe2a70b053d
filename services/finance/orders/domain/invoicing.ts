import { AppError } from '#chassis/domain/errors.ts';
import { add, type Decimal, multiply, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { atLeastNothing, type LineQuantities, NOTHING, refuseTooMuch } from './line-quantities.ts';
import type { OrderLine } from './order-line.ts';

/** Invoices may have the ordered quantity of a line, and so many percent of it more. */
export interface InvoicingLimit {
  percent: number;
}

/** False for a line that a process of an earlier version wrote: it does not count what is invoiced. */
export const isCounted = ({ invoicedQty }: OrderLine): boolean => typeof invoicedQty === 'number';

/** The invoiced quantity. */
export const invoicedOf = ({ invoicedQty }: Pick<OrderLine, 'invoicedQty'>): Decimal => parseDecimal(invoicedQty ?? 0);

/**
 * The lines after a change of their invoiced quantities; a negative quantity lowers them. `limit`: undefined: the
 * quantities are not checked. Errors: conflict above the limit, or if more is taken back than is invoiced (decisions 7:
 * Too much).
 */
export function changeInvoiced(
  lines: readonly OrderLine[],
  changes: LineQuantities,
  limit: InvoicingLimit | undefined,
): OrderLine[] {
  if (limit) {
    refuseTooMuch('invoice', lines, changes, (line) => most(line, limit).minus(atLeastNothing(invoicedOf(line))));
    refuseTakingBack(lines, changes);
  }
  return lines.map((line) => {
    const change = changes.get(line.id);
    return change ? { ...line, invoicedQty: toNumber(add(invoicedOf(line), change)) } : line;
  });
}

const most = ({ qty }: OrderLine, { percent }: InvoicingLimit): Decimal =>
  multiply(parseDecimal(qty), add(parseDecimal(100), parseDecimal(percent))).div(100);

function refuseTakingBack(lines: readonly OrderLine[], changes: LineQuantities): void {
  for (const [index, line] of lines.entries()) {
    const taken = (changes.get(line.id) ?? NOTHING).neg();
    const invoiced = atLeastNothing(invoicedOf(line));
    if (!taken.gt(invoiced)) continue;
    const message = `Of the sales order's line ${index + 1}, ${invoiced} are invoiced; this would take back ${taken}`;
    throw new AppError('conflict', message);
  }
}

/** The lines with these invoiced quantities, and the field that tells whether more of one is shipped than invoiced. */
export function recounted(lines: readonly OrderLine[], sums: LineQuantities) {
  const lineItems = lines.map((line) => ({ ...line, invoicedQty: toNumber(sums.get(line.id) ?? NOTHING) }));
  return { lineItems, toInvoice: isToInvoice({ lineItems }) };
}

/** Whether more of a line is shipped than invoiced; null if a line is not counted. */
export const isToInvoice = ({ lineItems }: { lineItems: readonly OrderLine[] }): boolean | null =>
  lineItems.every(isCounted) ? lineItems.some((line) => parseDecimal(line.shippedQty).gt(invoicedOf(line))) : null;

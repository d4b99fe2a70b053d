import { add, type Decimal, multiply, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { type LineQuantities, NOTHING, refuseTooMuch } from './line-quantities.ts';
import type { OrderLine } from './order-line.ts';

/** The highest quantity of an order line that invoices may have: the ordered one, and so many percent of it. */
export interface InvoicingLimit {
  percent: number;
}

/** The invoiced quantity. A line that a process of an earlier version wrote has none. */
export const invoicedOf = ({ invoicedQty = 0 }: Pick<OrderLine, 'invoicedQty'>): Decimal => parseDecimal(invoicedQty);

/**
 * The lines after a change of their invoiced quantities; a negative quantity lowers them. `limit`: undefined: more may
 * be invoiced than was ordered. Errors: conflict above the limit (decisions 7: Too much).
 */
export function invoiceLines(
  lines: readonly OrderLine[],
  changes: LineQuantities,
  limit: InvoicingLimit | undefined,
): OrderLine[] {
  if (limit) {
    const share = add(parseDecimal(100), parseDecimal(limit.percent)).div(100);
    refuseTooMuch('invoice', lines, changes, (line) => multiply(parseDecimal(line.qty), share).minus(invoicedOf(line)));
  }
  return lines.map((line) => {
    const change = changes.get(line.id);
    return change ? { ...line, invoicedQty: toNumber(add(invoicedOf(line), change)) } : line;
  });
}

/** The lines with these invoiced quantities, and whether more of one is shipped than invoiced. */
export function recounted(lines: readonly OrderLine[], sums: LineQuantities) {
  const lineItems = lines.map((line) => ({ ...line, invoicedQty: toNumber(sums.get(line.id) ?? NOTHING) }));
  return { lineItems, toInvoice: isToInvoice({ lineItems }) };
}

/** True if more of a line is shipped than invoiced. */
export const isToInvoice = ({ lineItems }: { lineItems: readonly OrderLine[] }): boolean =>
  lineItems.some((line) => parseDecimal(line.shippedQty).gt(invoicedOf(line)));

import { add, type Decimal, parseDecimal } from '#chassis/domain/money.ts';
import { type LineQuantities, NOTHING, sumByLine } from '../../orders/domain/line-quantities.ts';
import type { Invoice } from './invoice.ts';
import { isCreditNote, isIssued } from './invoice-status.ts';

export type { LineQuantities };

/** Types of invoices that invoice no goods: they ask for money before the delivery, or change a price. */
const WITHOUT_GOODS: ReadonlySet<string | null> = new Set(['proforma', 'deposit', 'debit_note']);

export interface Invoicing extends Pick<Invoice, 'status' | 'invoiceType'> {
  lineItems: readonly Pick<Invoice['lineItems'][number], 'salesOrderLineItemId' | 'qty'>[];
}

/** The quantities of order lines on an invoice; negative on a credit note (decisions 7: Order lines). */
export function quantitiesOf(invoice: Omit<Invoicing, 'status'>): LineQuantities {
  if (WITHOUT_GOODS.has(invoice.invoiceType)) return new Map();
  const sign = isCreditNote(invoice) ? -1 : 1;
  return sumByLine(
    invoice.lineItems.flatMap(({ salesOrderLineItemId: id, qty }) =>
      id === null || qty === null ? [] : [[id, parseDecimal(qty).times(sign)] as const],
    ),
  );
}

export function addQuantities(sums: Map<string, Decimal>, quantities: LineQuantities): void {
  for (const [id, qty] of quantities) sums.set(id, add(sums.get(id) ?? NOTHING, qty));
}

/** The quantities that the issued ones of these invoices have. */
export const sumOfIssued = (invoices: readonly Invoicing[]): LineQuantities =>
  sumByLine(invoices.flatMap((invoice) => (isIssued(invoice.status) ? [...quantitiesOf(invoice)] : [])));

/** The change of the invoiced quantities. Lines of an issued invoice never change. */
export function quantityChange(before: Invoicing | undefined, after: Invoicing): LineQuantities {
  const [was, is] = [before !== undefined && isIssued(before.status), isIssued(after.status)];
  if (was === is) return new Map();
  const quantities = quantitiesOf(after);
  return is ? quantities : new Map([...quantities].map(([id, qty]) => [id, qty.neg()]));
}

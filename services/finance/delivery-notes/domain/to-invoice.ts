import { parseDecimal } from '#chassis/domain/money.ts';
import type { Invoice } from '../../invoices/domain/invoice.ts';
import { isIssued } from '../../invoices/domain/invoice-status.ts';
import { type Invoicing, quantitiesOf } from '../../invoices/domain/invoiced-quantities.ts';
import { invoicedOf } from '../../orders/domain/invoicing.ts';
import { atLeastNothing, sumByLine } from '../../orders/domain/line-quantities.ts';
import type { OrderLine } from '../../orders/domain/order-line.ts';
import { type DeliveryNote, hasShipped, shippedQuantities } from './delivery-note.ts';

/** The documents of one or more orders. */
export interface ShippedGoods {
  /** The lines of the orders. */
  lines: readonly Pick<OrderLine, 'id' | 'shippedQty' | 'invoicedQty'>[];
  notes: readonly Pick<DeliveryNote, 'id' | 'status' | 'lineItems'>[];
  /** The invoices that were made of delivery notes. */
  invoices: readonly (Invoicing & Pick<Invoice, 'deliveryNoteId'>)[];
}

/**
 * The ids of the notes of which goods are shipped and not invoiced: as many as an invoice that is made of the note would
 * have if there were no drafts (decisions 7: Order lines).
 */
export function notesToInvoice({ lines, notes, invoices }: ShippedGoods): string[] {
  const issued = Map.groupBy(
    invoices.filter(({ status }) => isIssued(status)),
    ({ deliveryNoteId }) => deliveryNoteId,
  );
  const isLeft = new Set(
    lines.filter((line) => parseDecimal(line.shippedQty).gt(atLeastNothing(invoicedOf(line)))).map(({ id }) => id),
  );
  const isToInvoice = (note: ShippedGoods['notes'][number]): boolean => {
    if (!hasShipped(note.status)) return false;
    const taken = sumByLine((issued.get(note.id) ?? []).flatMap((invoice) => [...quantitiesOf(invoice)]));
    const shipped = sumByLine(shippedQuantities(note).map(({ orderLineId, qty }) => [orderLineId, parseDecimal(qty)]));
    return [...shipped].some(([id, qty]) => isLeft.has(id) && qty.gt(atLeastNothing(taken.get(id))));
  };
  return notes.filter(isToInvoice).map(({ id }) => id);
}

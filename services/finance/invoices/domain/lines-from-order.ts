import { AppError } from '#chassis/domain/errors.ts';
import { type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import type { InvoiceInMessage } from '#proto/finance/v1/invoice.contract.ts';
import { type DeliveryNote, shippedQuantities } from '../../delivery-notes/domain/delivery-note.ts';
import { NO_NAMES } from '../../documents/domain/named-line.ts';
import { atLeastNothing, NOTHING, sumByLine } from '../../orders/domain/line-quantities.ts';
import type { Order } from '../../orders/domain/order.ts';
import type { InvoiceLineInput } from './invoice-line.ts';
import { isCreditNote, isIssued } from './invoice-status.ts';
import { type Invoicing, quantitiesOf } from './invoiced-quantities.ts';

/** The quantities that lines are made of. `note`: only the goods of this delivery note. */
export interface LinesFrom {
  linesFrom: NonNullable<InvoiceInMessage['linesFrom']>;
  note?: Pick<DeliveryNote, 'id' | 'documentId' | 'lineItems'> | undefined;
}

/** An invoice of the order that is not cancelled. */
export interface OtherInvoice extends Invoicing {
  deliveryNoteId: string | null;
}

/**
 * A line for each line of the order of which something is left: the ordered or shipped quantity, less the quantities of
 * `others`. Drafts count too, so that a second draft does not repeat the first; but a credit note counts when it is
 * issued. Errors: conflict if nothing is left.
 */
export function linesFromOrder(
  order: Pick<Order, 'documentId' | 'status' | 'lineItems'>,
  { linesFrom, note }: LinesFrom,
  others: readonly OtherInvoice[],
): InvoiceLineInput[] {
  const counted = others.filter((other) => isIssued(other.status) || !isCreditNote(other));
  const taken = takenBy(counted);
  const takenOfNote = takenBy(counted.filter(({ deliveryNoteId }) => deliveryNoteId === note?.id));
  const ofNote =
    note && sumByLine(shippedQuantities(note).map(({ orderLineId, qty }) => [orderLineId, parseDecimal(qty)]));
  const wanted = order.status === 'cancelled' ? [] : order.lineItems;
  const lines = wanted.flatMap(({ id, description, unitPrice, ...line }): InvoiceLineInput[] => {
    const whole = parseDecimal(linesFrom === 'ordered' ? line.qty : line.shippedQty);
    const left = [whole.minus(atLeastNothing(taken.get(id)))];
    if (ofNote) left.push((ofNote.get(id) ?? NOTHING).minus(atLeastNothing(takenOfNote.get(id))));
    const qty = least(left);
    if (!qty.gt(0)) return [];
    return [
      {
        salesOrderLineItemId: id,
        ...NO_NAMES,
        description,
        qty: toNumber(qty),
        unitPrice,
        // An order line of an earlier version has neither.
        discountPercent: line.discountPercent ?? null,
        taxRate: line.taxRate ?? null,
        amount: null,
        attributes: '{}',
      },
    ];
  });
  if (lines.length > 0) return lines;
  const what = note ? `delivery note ${note.documentId}` : `sales order ${order.documentId}`;
  throw new AppError('conflict', `Nothing that was ${linesFrom} of ${what} is left to invoice; drafts count, too`);
}

const takenBy = (invoices: readonly Invoicing[]) =>
  sumByLine(invoices.flatMap((invoice) => [...quantitiesOf(invoice)]));

const least = (quantities: readonly Decimal[]): Decimal =>
  quantities.reduce((one, other) => (one.lt(other) ? one : other));

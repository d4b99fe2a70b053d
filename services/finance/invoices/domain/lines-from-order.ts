import { AppError } from '#chassis/domain/errors.ts';
import { add, type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import type { InvoiceInMessage } from '#proto/finance/v1/invoice.contract.ts';
import { type DeliveryNote, shippedQuantities } from '../../delivery-notes/domain/delivery-note.ts';
import { NO_NAMES } from '../../documents/domain/named-line.ts';
import { invoicedOf } from '../../orders/domain/invoicing.ts';
import { atLeastNothing, type LineQuantities, NOTHING, sumByLine } from '../../orders/domain/line-quantities.ts';
import type { Order } from '../../orders/domain/order.ts';
import type { InvoiceLineInput } from './invoice-line.ts';
import { isCreditNote } from './invoice-status.ts';
import { addQuantities, type Invoicing, quantitiesOf } from './invoiced-quantities.ts';

/** The quantities that lines are made of. `note`: only the goods of this delivery note. */
export interface LinesFrom {
  linesFrom: NonNullable<InvoiceInMessage['linesFrom']>;
  note?: Pick<DeliveryNote, 'id' | 'documentId' | 'lineItems'> | undefined;
}

/** An invoice of the order. */
export interface OtherInvoice extends Invoicing {
  deliveryNoteId: string | null;
}

/** The quantities of the order's lines on other invoices. */
export interface Taken {
  /** On drafts. Order lines keep what issued invoices have. */
  byDrafts: LineQuantities;
  /** On drafts and issued invoices that name the delivery note. */
  ofNote: LineQuantities;
}

/** Adds up invoices, one by one. `noteId`: the delivery note whose goods are invoiced. */
export class TakenLines implements Taken {
  readonly byDrafts = new Map<string, Decimal>();
  readonly ofNote = new Map<string, Decimal>();
  readonly #noteId: string | undefined;

  constructor(noteId: string | undefined) {
    this.#noteId = noteId;
  }

  /** A draft of a credit note counts when it is issued. */
  add(invoice: OtherInvoice): void {
    const isDraft = invoice.status === 'draft';
    if (invoice.status === 'cancelled' || (isDraft && isCreditNote(invoice))) return;
    const isOfNote = this.#noteId !== undefined && invoice.deliveryNoteId === this.#noteId;
    const quantities = quantitiesOf(invoice);
    if (isDraft) addQuantities(this.byDrafts, quantities);
    if (isOfNote) addQuantities(this.ofNote, quantities);
  }
}

/**
 * A line for each line of the order of which something is left: the ordered or shipped quantity, less that of other
 * invoices. Drafts count too, so that a second draft does not repeat the first. Of a note, never more is left than of the
 * order. Errors: conflict if nothing is left.
 */
export function linesFromOrder(
  order: Pick<Order, 'documentId' | 'status' | 'lineItems'>,
  { linesFrom, note }: LinesFrom,
  taken: Taken,
): InvoiceLineInput[] {
  const ofNote =
    note && sumByLine(shippedQuantities(note).map(({ orderLineId, qty }) => [orderLineId, parseDecimal(qty)]));
  const wanted = order.status === 'cancelled' ? [] : order.lineItems;
  const lines = wanted.flatMap(({ id, description, unitPrice, ...line }): InvoiceLineInput[] => {
    const whole = parseDecimal(linesFrom === 'ordered' ? line.qty : line.shippedQty);
    const invoiced = add(invoicedOf(line), taken.byDrafts.get(id) ?? NOTHING);
    const left = [whole.minus(atLeastNothing(invoiced))];
    if (ofNote) left.push((ofNote.get(id) ?? NOTHING).minus(atLeastNothing(taken.ofNote.get(id))));
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

const least = (quantities: readonly Decimal[]): Decimal =>
  quantities.reduce((one, other) => (one.lt(other) ? one : other));

import type { z } from 'zod';
import { AppError, invalidField } from '#chassis/domain/errors.ts';
import { Faults } from '#chassis/domain/faults.ts';
import { changesOf } from '#chassis/records/record-methods.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import type { CreateInvoiceRequest, SentInvoiceLine, UpdateInvoiceRequest } from '#proto/finance/v1/contract.ts';
import { type DeliveryNote, hasShipped } from '../delivery-notes/domain/delivery-note.ts';
import type { DeliveryNoteRepository } from '../delivery-notes/repository.ts';
import { orderLineFinder, requireReferenced } from '../documents/domain/named.ts';
import type { Names } from '../documents/domain/named-line.ts';
import { paymentTermsOf } from '../documents/domain/payment-terms.ts';
import { type NameCopies, withNames } from '../documents/line-names.ts';
import type { OrgSettings } from '../documents/org-settings.ts';
import type { ClientCopy } from '../local-copies/domain/copy.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { Order } from '../orders/domain/order.ts';
import type { OrderLine } from '../orders/domain/order-line.ts';
import { holdOrder, noSuchOrder, requireClient } from '../orders/order-references.ts';
import type { OrderRepository } from '../orders/repository.ts';
import { requireCorrected } from './domain/correction.ts';
import type { Invoice, Subject } from './domain/invoice.ts';
import type { InvoiceLine, InvoiceLineInput } from './domain/invoice-line.ts';
import { seriesAt } from './domain/invoice-number.ts';
import { isIssued } from './domain/invoice-status.ts';
import type { InvoiceChanges } from './domain/update-invoice.ts';
import type { InvoiceRepository } from './repository.ts';

/** The local copies that fields of invoices are resolved with. */
export type InvoiceCopies = Pick<LocalCopies, 'find' | 'findMany' | 'findSkus'>;

/** The functions of the order repository that invoices need. */
type Orders = Pick<OrderRepository, 'find' | 'load' | 'loadLocked'>;

type DeliveryNotes = Pick<DeliveryNoteRepository, 'find'>;

interface Sources {
  copies: InvoiceCopies;
  invoices: Pick<InvoiceRepository, 'find'>;
  deliveryNotes: DeliveryNotes;
  orders: Orders;
  settings: Pick<OrgSettings, 'today' | 'defaultCurrency' | 'overInvoicingPercent' | 'invoiceNumberFormat'>;
}

/** New values of a request. */
interface SentChanges extends Omit<InvoiceChanges, 'subject' | 'lineItems'> {
  salesOrderId?: string | null;
  clientId?: string | null;
  lineItems?: SentInvoiceLine[] | null;
}

/**
 * A record that a changed field names. `key`: the value that was sent; null clears the field. `found`: the record;
 * undefined if it does not exist or the field is cleared.
 */
interface Sent<Found> {
  key: string | null;
  found: Found | undefined;
}

/** New values, with the records that they name. */
export interface FoundChanges {
  changes: Omit<SentChanges, 'salesOrderId' | 'clientId'>;
  client?: Sent<ClientCopy>;
  order?: Sent<Pick<Order, 'id'>>;
  /** Present if the due date changes. */
  today?: string;
}

/** Finds the records that invoices name, before the transaction. */
export function invoiceReferences({ copies, invoices, orders, deliveryNotes, settings }: Sources) {
  return {
    /**
     * Errors: validation_failed for a client, order or delivery note that does not exist; invalid_transition for a note
     * that is not shipped; upstream_unavailable when product or identity cannot be asked.
     */
    async ofNew({ invoice }: z.output<typeof CreateInvoiceRequest>, call: Call) {
      const { status = 'draft', paidAmount = 0 } = invoice;
      const format = invoice.invoiceNumber === undefined ? await requireFormat(settings, call) : undefined;
      const named = await noteOf(invoice, deliveryNotes, call);
      const { correctsInvoiceId: correctedId } = invoice;
      const corrected =
        correctedId === undefined
          ? undefined
          : requireCorrected(await invoices.find(call.principal, correctedId), { id: correctedId });
      const salesOrderId = invoice.salesOrderId ?? named?.salesOrderId ?? corrected?.salesOrderId ?? undefined;
      const clientId = invoice.clientId ?? corrected?.clientId ?? undefined;
      const client = clientId === undefined ? undefined : await requireClient(copies, clientId, call);
      const order = salesOrderId === undefined ? undefined : await orders.find(call.principal, salesOrderId);
      if (salesOrderId !== undefined && !order) throw noSuchOrder(salesOrderId);
      const note = named ?? (await noteOfCorrected(corrected, order, deliveryNotes, call));
      refuseLinesFrom(invoice, order, note);
      if (corrected) requireCorrected(corrected, { id: corrected.id, clientId: order?.clientId ?? client?.id ?? null });
      const known = [corrected, order, client];
      const currency = await currencyOf(invoice.currency, known, () => settings.defaultCurrency(call));
      const debtor = client ?? (order && (await copies.find('client', order.clientId, call)));
      const terms = paymentTermsOf(invoice, order, debtor);
      // A draft without a payment needs no issue date, and changes no amount that the client owes.
      const isDated = status !== 'draft' || paidAmount > 0;
      const load = isDated ? orders.loadLocked : orders.load;
      const [today, percent] = isDated
        ? [await settings.today(call), await settings.overInvoicingPercent(call)]
        : (['', 0] as const);
      const series = format && isIssued(status) ? seriesAt(format, invoice.issuedDate ?? null, today) : undefined;
      return { client, order, note, corrected, terms, load, currency, series, dated: { today, limit: { percent } } };
    },
    /** Errors: upstream_unavailable when product or identity cannot be asked. */
    async ofChange(request: z.output<typeof UpdateInvoiceRequest>, call: Call): Promise<FoundChanges> {
      const { salesOrderId, clientId, ...changes }: SentChanges = changesOf(request);
      const client = clientId ? await copies.find('client', clientId, call) : undefined;
      const order = salesOrderId ? await orders.find(call.principal, salesOrderId) : undefined;
      return {
        changes,
        // A field that is sent as null differs from a field that is not sent.
        ...(clientId !== undefined && { client: { key: clientId, found: client } }),
        ...(salesOrderId !== undefined && { order: { key: salesOrderId, found: order } }),
        ...(changes.dueDate !== undefined && { today: await settings.today(call) }),
      };
    },
  };
}

/** Errors: validation_failed for the missing invoiceNumber of an org without a series. */
async function requireFormat(settings: Pick<OrgSettings, 'invoiceNumberFormat'>, call: Call): Promise<string> {
  const format = await settings.invoiceNumberFormat(call);
  if (format !== undefined) return format;
  const issue = { type: 'missing', loc: ['body', 'invoiceNumber'], msg: 'Field required' };
  throw new AppError('validation_failed', 'Validation failed', { issues: [issue] });
}

/** The series that an invoice without a number takes its number from when it is issued; undefined: it takes none. */
export async function seriesFor(invoice: Invoice, today: string, settings: Sources['settings'], call: Call) {
  if (invoice.invoiceNumber !== null) return undefined;
  const format = await settings.invoiceNumberFormat(call);
  return format === undefined ? undefined : seriesAt(format, invoice.issuedDate, today);
}

type SentInvoice = z.output<typeof CreateInvoiceRequest>['invoice'];

/**
 * The delivery note whose goods are invoiced. Errors: validation_failed for a note that does not exist; for linesFrom
 * `shipped`, invalid_transition for a note that is not shipped.
 */
async function noteOf({ deliveryNoteId: key, linesFrom }: SentInvoice, notes: DeliveryNotes, { principal }: Call) {
  if (key === undefined) return undefined;
  if (linesFrom === 'ordered') throw invalidField(['body', 'deliveryNoteId'], 'it needs linesFrom "shipped"', key);
  const note = requireNote(await notes.find(principal, key), key);
  if (linesFrom === undefined || hasShipped(note.status)) return note;
  throw new AppError('invalid_transition', `Delivery note is ${note.status}; only goods that are shipped are invoiced`);
}

/** The note of the corrected invoice, if the credit note is of the same order: it returns the goods of that note. */
const noteOfCorrected = async (
  corrected: Pick<Invoice, 'salesOrderId' | 'deliveryNoteId'> | undefined,
  order: Pick<Order, 'id'> | undefined,
  notes: DeliveryNotes,
  { principal }: Call,
) =>
  corrected?.deliveryNoteId && corrected.salesOrderId === order?.id
    ? notes.find(principal, corrected.deliveryNoteId)
    : undefined;

/** Errors: validation_failed for a note that does not exist or is cancelled. `key`: as it was sent. */
export function requireNote(note: DeliveryNote | undefined, key: string): DeliveryNote {
  const why = note
    ? 'the delivery note is cancelled'
    : 'no delivery note has this id; POST /api/v1/delivery-notes creates one';
  if (note && note.status !== 'cancelled') return note;
  throw invalidField(['body', 'deliveryNoteId'], why, key);
}

/** Errors: validation_failed for a note of another order; for linesFrom, if no lines can be made of the order. */
function refuseLinesFrom(
  { linesFrom, salesOrderId, currency, invoiceType, status }: SentInvoice,
  order: Pick<Order, 'id' | 'currency'> | undefined,
  note: Pick<DeliveryNote, 'salesOrderId'> | undefined,
): void {
  if (note && note.salesOrderId !== order?.id) {
    throw invalidField(['body', 'salesOrderId'], 'the delivery note is of another sales order', salesOrderId ?? null);
  }
  if (linesFrom === undefined) return;
  if (!order) throw invalidField(['body', 'salesOrderId'], 'linesFrom needs a sales order', null);
  if (['credit_note', 'debit_note', 'deposit'].includes(invoiceType ?? '')) {
    throw invalidField(['body', 'invoiceType'], 'linesFrom makes lines of goods that are to be invoiced', invoiceType);
  }
  if (status === 'cancelled') {
    throw invalidField(['body', 'status'], 'linesFrom makes no invoice that is cancelled', status);
  }
  if (currency === undefined || currency === order.currency) return;
  throw invalidField(['body', 'currency'], `the prices of the sales order are in ${order.currency}`, currency);
}

/**
 * Resolves the changes within the transaction. A reference that is sent unchanged is not looked up again, because its
 * record may have been deleted, and callers can send back an invoice that they have read (decisions 1: Body fields).
 * Errors: validation_failed.
 */
export async function resolveChanges(
  tx: Transaction,
  before: Invoice,
  { changes, client, order }: FoundChanges,
  {
    invoices,
    orders,
    copies,
  }: Pick<Sources, 'invoices'> & {
    orders: Pick<Orders, 'find' | 'load'>;
    copies: NameCopies;
  },
): Promise<InvoiceChanges> {
  const { lineItems: lines, ...others } = changes;
  const otherOrder = isOther(order, before.salesOrderId) ? order : undefined;
  const otherClient = isOther(client, before.clientId) ? client : undefined;
  const { correctsInvoiceId: id } = changes;
  if (id && id !== before.correctsInvoiceId) requireCorrected(await invoices.find(tx, id), { id });
  if (!otherOrder && !otherClient && lines === undefined) return others;
  const about = otherOrder ? await holdNamed(tx, otherOrder, orders) : await orderOf(tx, before, orders);
  if (otherOrder && lines === undefined) refuseForeignLines(before.lineItems, about);
  const lineItems = resolveLines(about?.lineItems ?? [], lines ?? [], otherOrder ? [] : before.lineItems);
  return {
    ...others,
    ...((otherOrder || otherClient) && {
      subject: {
        // If only the order changes, the invoice gets the client of the new order.
        ...subjectOf(about, otherOrder?.key && !client ? undefined : clientAfter(before, otherClient)),
        ...(!otherOrder && { salesOrderId: before.salesOrderId }),
      },
    }),
    ...(lines !== undefined && {
      // Later, the names are those of the issue, so that callers can send back an invoice that they have read.
      lineItems: before.status === 'draft' ? await withNames(copies, tx, about?.lineItems ?? [], lineItems) : lineItems,
    }),
  };
}

/** Whether the sent key names another record than the stored id. The key may be an id or a document number. */
const isOther = (sent: Sent<{ id: string }> | undefined, id: string | null): boolean =>
  sent !== undefined && sent.key !== id && sent.found?.id !== id;

async function holdNamed(tx: Transaction, { key, found }: Sent<Pick<Order, 'id'>>, orders: Pick<Orders, 'load'>) {
  if (key === null) return undefined;
  if (!found) throw noSuchOrder(key);
  return holdOrder(orders, tx, found.id);
}

const orderOf = async (tx: Transaction, { salesOrderId }: Invoice, orders: Pick<Orders, 'find'>) =>
  salesOrderId === null ? undefined : orders.find(tx, salesOrderId);

/** The client after the change. `sent`: the new client; undefined: the client stays. Errors: validation_failed. */
function clientAfter({ clientId, clientName }: Invoice, sent: Sent<ClientCopy> | undefined) {
  if (!sent) return clientId === null ? undefined : { id: clientId, name: clientName };
  return sent.key === null ? undefined : requireReferenced(sent.found, 'client', sent.key);
}

/**
 * The order and the client of an invoice. The client of an invoice with an order is the order's client. Errors:
 * validation_failed for another client.
 */
export function subjectOf(
  order: Pick<Order, 'id' | 'clientId' | 'clientName'> | undefined,
  client: { id: string; name: string | null } | undefined,
): Subject {
  if (!order) return { salesOrderId: null, clientId: client?.id ?? null, clientName: client?.name ?? null };
  if (client && client.id !== order.clientId) {
    throw invalidField(['body', 'clientId'], "it is not the order's client; leave it out to take that", client.id);
  }
  return { salesOrderId: order.id, clientId: order.clientId, clientName: order.clientName };
}

/**
 * The currency of a new invoice (decisions 7: Defaults): as sent, otherwise the first one of `known`, otherwise the
 * org's. null if there is none. Errors: upstream_unavailable when identity cannot be asked.
 */
async function currencyOf(
  sent: string | undefined,
  known: readonly ({ currency: string | null } | undefined)[],
  defaultCurrency: () => ReturnType<OrgSettings['defaultCurrency']>,
): Promise<string | null> {
  return sent ?? known.find((one) => one?.currency)?.currency ?? (await defaultCurrency()) ?? null;
}

/**
 * The lines to store. `before`: the stored lines, if the order stays the same. Errors: validation_failed for an order
 * line that the order does not have, except one that the stored line already names.
 */
export function resolveLines(
  ordered: readonly Pick<OrderLine, 'id'>[],
  inputs: readonly SentInvoiceLine[],
  before: readonly InvoiceLine[] = [],
): InvoiceLineInput[] {
  const findOrderLine = orderLineFinder(ordered, before);
  const known = new Set(ordered.map((line) => line.id));
  const isGone = (orderLine: Pick<OrderLine, 'id'> | undefined) => orderLine !== undefined && !known.has(orderLine.id);
  const stored = new Map<string | undefined, InvoiceLine>(before.map((line) => [line.id, line]));
  const faults = new Faults();
  const lines = inputs.map((input, index): InvoiceLineInput => {
    const { id, description = null, qty = null, unitPrice = null, amount = null } = input;
    const { discountPercent = null, taxRate = null } = input;
    const orderLine = findOrderLine(input, faults.within('lineItems', String(index)));
    return {
      ...(id !== undefined && { id }),
      salesOrderLineItemId: orderLine?.id ?? null,
      ...(isGone(orderLine) ? namesOf(stored.get(id)) : namesOf(input)),
      description,
      qty,
      unitPrice,
      discountPercent,
      taxRate,
      amount,
      attributes: attributesOf(input),
    };
  });
  faults.throwIfAny();
  return lines;
}

/** The names of a line. A line of an earlier version has none. */
const namesOf = ({ styleName, refId, color, size }: { [Name in keyof Names]?: string | null } = {}): Names => ({
  styleName: styleName ?? null,
  refId: refId ?? null,
  color: color ?? null,
  size: size ?? null,
});

/** Merges the free fields of a line into its attributes. A free field replaces an attribute of the same name. */
function attributesOf({ attributes = '{}', freeFields = '{}' }: SentInvoiceLine): string {
  return JSON.stringify({ ...(JSON.parse(attributes) as object), ...(JSON.parse(freeFields) as object) });
}

/** Lines that stay must name lines of the new order. Errors: validation_failed. */
function refuseForeignLines(
  lines: readonly { salesOrderLineItemId: string | null }[],
  order: Pick<Order, 'lineItems' | 'id'> | undefined,
): void {
  const known = new Set(order?.lineItems.map(({ id }) => id));
  const isForeign = lines.some(({ salesOrderLineItemId: id }) => id !== null && !known.has(id));
  if (!isForeign) return;
  const why = 'its lines name lines of the order that it was of; send lineItems, too';
  throw invalidField(['body', 'salesOrderId'], why, order?.id ?? null);
}

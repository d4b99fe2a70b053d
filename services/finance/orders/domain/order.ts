import { refuseEnded } from '#chassis/domain/currencies.ts';
import { AppError } from '#chassis/domain/errors.ts';
import { Faults } from '#chassis/domain/faults.ts';
import { lifecycle, moveTo } from '#chassis/domain/lifecycle.ts';
import { changed, filled } from '#chassis/domain/plain-fields.ts';
import {
  advance,
  type Decision,
  newRecord,
  type RecordEvent,
  recordEvent,
  type StateOf,
  type View,
  viewOf,
} from '#chassis/domain/record.ts';
import type { Changes } from '#proto/common/v1/resource.contract.ts';
import { order, orderContent, type SalesOrder, type SalesOrderInput } from '#proto/finance/v1/order.contract.ts';
import { changeExposure, type Exposure, type ExposureChange } from '../../credit/domain/credit.ts';
import { NO_TERMS, totalsOf } from '../../documents/domain/amounts.ts';
import { asCancelled, asCreated, type CancelledDraft } from '../../documents/domain/cancelled-draft.ts';
import { amountSortKeys, dateSortKey, instantText, sharedDateSortKey } from '../../documents/domain/sort-keys.ts';
import { taxesOf } from '../../documents/domain/taxes.ts';
import { unnamed, type Version, versioning, type Writing } from '../../documents/domain/versions.ts';
import type { ClientCopy } from '../../local-copies/domain/copy.ts';
import { changeInvoiced, type InvoicingLimit } from './invoicing.ts';
import type { LineQuantities } from './line-quantities.ts';
import { type OrderLine, type OrderLineInput, refuseUndoing, replaceLines } from './order-line.ts';
import { isAllShipped, type ShippedQuantity, shipLines } from './shipping.ts';

/** An order of a client (decisions 6: Sales order). `clientName` is the client's present name. It is not stored. */
export interface Order extends StateOf<Omit<SalesOrder, 'taxes' | 'lineItems' | 'versions'>>, CancelledDraft {
  lineItems: OrderLine[];
  versions: Omit<SalesOrder['versions'][number], 'createdByName'>[];
  /**
   * The amounts of issued invoices, by currency; absent if there are none. Callers do not see it, and it does not
   * change the revision of the order.
   */
  invoiced?: Exposure;
  /**
   * Number of invoices whose lines were made of the order's lines, so that two that are made at once conflict. Callers do
   * not see it.
   */
  linesTaken?: number | null;
}

export type OrderStatus = Order['status'];

/** An order in replies and events. */
export type OrderView = Omit<View<Order>, 'invoiced' | 'linesTaken' | 'cancelledAsDraft' | 'versions'> &
  Pick<SalesOrder, 'taxes' | 'versions'>;

export function orderView(order: Order): OrderView {
  const { invoiced: _, linesTaken: __, cancelledAsDraft: ___, ...shown } = viewOf(order);
  const lineItems = shown.lineItems.map((line) => ({ ...NO_TERMS, ...line, invoicedQty: line.invoicedQty ?? 0 }));
  return { ...shown, lineItems, versions: unnamed(shown.versions), taxes: taxesOf(order) };
}

type Outline = Omit<Order['versions'][number], keyof Version>;
type Content = Pick<Order, keyof typeof orderContent & keyof Order>;

/** A version with its content. */
export type WholeVersion = Version & Outline & Content;

/** The fields of a request, with the ids of the records that they name. */
export interface OrderInput extends Omit<SalesOrderInput, 'clientId' | 'lineItems'> {
  orderDate: string;
  currency: string;
  lineItems: readonly OrderLineInput[];
}

export interface OrderChanges extends Omit<Changes<typeof order>, 'clientId' | 'lineItems'> {
  client?: ClientCopy;
  lineItems?: readonly OrderLineInput[];
}

const resource = order.title;

const CONTENT = Object.keys(orderContent) as (keyof Content)[];

const versions = versioning<Order, Outline, Content>({
  resource,
  readOnlyIn: ['shipped', 'completed', 'cancelled'] satisfies OrderStatus[],
  editable: [
    'notes',
    'internalNotes',
    'orderDate',
    'requestedDeliveryDate',
    'deliveryWindowStart',
    'deliveryWindowEnd',
  ],
  outlineOf: ({ lineItems, totalAmount }) => ({ lineItemCount: lineItems.length, totalAmount }),
  contentOf: (state) => Object.fromEntries(CONTENT.map((field) => [field, state[field]])) as unknown as Content,
});

export const { closed: closedVersion, latest: latestVersion } = versions;

/** A version as callers see it. */
export const versionView = (version: WholeVersion) => ({ ...version, taxes: taxesOf(version) });

/** The stored forms of the dates that have ranges. */
export const orderDates = {
  orderDate: instantText,
  requestedDeliveryDate: instantText,
  deliveryWindowStart: instantText,
  deliveryWindowEnd: instantText,
};

/** Sort keys of dates, whose stored text does not sort, and of amounts, which many orders share. */
export const orderSortKeys = {
  orderDate: (one: Order) => sharedDateSortKey(one.orderDate, one),
  requestedDeliveryDate: (one: Order) => sharedDateSortKey(one.requestedDeliveryDate, one),
  deliveryWindowStart: (one: Order) => sharedDateSortKey(one.deliveryWindowStart, one),
  deliveryWindowEnd: (one: Order) => sharedDateSortKey(one.deliveryWindowEnd, one),
  ...amountSortKeys('subtotal', 'taxAmount', 'totalAmount'),
};

const life = lifecycle<Order, keyof typeof order.moves, OrderStatus, 'order', OrderView>({ ...order, show: orderView });

type OrderDecision = ReturnType<typeof life.created>;

/** Creates an order in the status that the input names, by default draft (decisions 4). Errors: validation_failed. */
export function createOrder(
  input: OrderInput,
  client: ClientCopy,
  { orgId, documentId }: Pick<Order, 'orgId' | 'documentId'>,
  writing: Writing,
): OrderDecision {
  const { now, newId } = writing;
  const faults = new Faults();
  const { currency, status = 'draft' } = input;
  refuseEnded(currency);
  const plain = filled(order.plain, input);
  const lineItems = replaceLines(undefined, input.lineItems, { currency, newId, faults });
  const totals = totalsOf(lineItems, plain.taxRate, currency, faults);
  refuseEndBeforeStart(plain, faults);
  faults.throwIfAny();
  const state: Order = {
    ...newRecord(newId(), orgId, now),
    documentId,
    clientId: client.id,
    clientName: client.name,
    status,
    ...asCreated(status),
    currency,
    ...plain,
    lineItems,
    ...totals,
    currentVersion: 1,
    versions: [],
  };
  return life.created(versions.first(state, writing));
}

/**
 * Changes an order. null clears a field that may be empty, and leaves another field unchanged (decisions 1: Null).
 * After draft, a change makes a new version. After shipment, only notes, internalNotes and dates can change. Errors:
 * validation_failed; invalid_transition; in_use for a shipped or invoiced line; conflict for too many versions.
 */
export function updateOrder(before: Order, changes: OrderChanges, writing: Writing): OrderDecision {
  const decision = versions.changed(before, applyChanges(before, changes, writing), writing, life.updated);
  refuseOtherClient(before, decision.state);
  refuseUndoing(before.lineItems, decision.state.lineItems);
  return decision;
}

/**
 * After draft an order keeps its client, because that client may read the earlier versions. Errors: invalid_transition.
 */
function refuseOtherClient(before: Order, after: Order): void {
  if (before.status === 'draft' || before.clientId === after.clientId) return;
  throw new AppError('invalid_transition', `${resource} is ${before.status}; its client can change only in a draft`);
}

/** Errors: invalid_transition if the status does not allow the move. */
export const moveOrder = (before: Order, name: 'confirm' | 'start' | 'ship' | 'complete' | 'cancel', now: Date) =>
  life.moved(before, name, now, name === 'cancel' ? asCancelled(before) : {});

/**
 * Ships the quantities of a delivery note. Errors: invalid_transition if the status of the order allows no shipment;
 * conflict if more is shipped than is left of a line.
 */
export function shipOrder(before: Order, leaving: readonly ShippedQuantity[], now: Date): OrderDecision {
  moveTo(resource, order.moves, before.status, 'shipPart');
  const lineItems = shipLines(before.lineItems, leaving);
  return life.moved(before, isAllShipped(lineItems) ? 'shipAll' : 'shipPart', now, { lineItems });
}

/** The change of an order by an invoice. */
export interface OrderInvoicing {
  amounts: readonly ExposureChange[];
  quantities: LineQuantities;
  /** undefined: the quantities are not checked. */
  limit?: InvoicingLimit | undefined;
}

/** Changes the invoiced amount and quantities, in any status. Errors: conflict above the limit. */
export function invoiceOrder(before: Order, { amounts, quantities, limit }: OrderInvoicing, now: Date): OrderDecision {
  const invoiced = changeExposure(before.invoiced ?? {}, amounts);
  const lineItems = changeInvoiced(before.lineItems, quantities, limit);
  return life.updated(before, { ...advance(before, now), invoiced, lineItems });
}

/** The decision that an order is deleted, with its author and time (decisions 6: Sales order). */
export function deleteOrder(
  before: Order,
  actor: string,
  now: Date,
): Decision<Order, RecordEvent<'order.deleted', DeletedOrder>> {
  const state = { ...before, revision: before.revision + 1 };
  const { id, documentId } = before;
  const data: DeletedOrder = { id, documentId, actor, deletedAt: now.toISOString() };
  return { state, event: recordEvent('order.deleted', state, data) };
}

interface DeletedOrder {
  id: string;
  documentId: string;
  actor: string;
  deletedAt: string;
}

function applyChanges(before: Order, changes: OrderChanges, { now, newId }: Writing): Order {
  const faults = new Faults();
  const { client, lineItems: lines, ...others } = changes;
  const currency = others.currency ?? before.currency;
  refuseEnded(currency, before.currency);
  const plain = changed(order.plain, before, others);
  // All line amounts are computed again, because the currency may have changed.
  const inputs = lines ?? before.lineItems;
  const lineItems = replaceLines(before.lineItems, inputs, { currency, newId, faults });
  const totals = totalsOf(lineItems, plain.taxRate, currency, faults);
  refuseEndBeforeStart(plain, faults);
  faults.throwIfAny();
  return {
    ...advance(before, now),
    ...(client && client.id !== before.clientId && { clientId: client.id, clientName: client.name }),
    currency,
    ...plain,
    lineItems,
    ...totals,
  };
}

/** Faults: a delivery window that ends before it begins. Only dates that ISO 8601 reads are compared. */
function refuseEndBeforeStart(
  { deliveryWindowStart: start, deliveryWindowEnd: end }: Pick<Order, 'deliveryWindowStart' | 'deliveryWindowEnd'>,
  faults: Faults,
): void {
  const [first, last] = [dateSortKey(start), dateSortKey(end)];
  if (first === null || last === null || last >= first) return;
  faults.add(['deliveryWindowEnd'], `the delivery window begins later: ${start}`, end);
}

import { lifecycle } from '#chassis/domain/lifecycle.ts';
import { changed, filled } from '#chassis/domain/plain-fields.ts';
import { advance, newRecord, type StateOf, type View, viewOf } from '#chassis/domain/record.ts';
import type { Changes } from '#proto/common/v1/resource.contract.ts';
import {
  deliveryNote,
  type DeliveryNoteInput as SentDeliveryNote,
  type Shipment,
  type DeliveryNote as ShownDeliveryNote,
} from '#proto/finance/v1/delivery-note.contract.ts';
import { asCancelled, asCreated, type CancelledDraft } from '../../documents/domain/cancelled-draft.ts';
import { refuseDelete } from '../../documents/domain/deletable.ts';
import { refuseReadOnly } from '../../documents/domain/read-only.ts';
import { instantText, sharedDateSortKey } from '../../documents/domain/sort-keys.ts';
import type { Order } from '../../orders/domain/order.ts';
import type { ShippedQuantity } from '../../orders/domain/shipping.ts';
import { type DeliveryNoteLine, type DeliveryNoteLineInput, replaceLines } from './delivery-note-line.ts';

/** A delivery of goods of an order (decisions 6: Delivery note). */
export interface DeliveryNote extends Omit<StateOf<ShownDeliveryNote>, 'lineItems' | 'orderNumber'>, CancelledDraft {
  lineItems: DeliveryNoteLine[];
}
export type DeliveryNoteStatus = DeliveryNote['status'];

/** A delivery note in replies and events. */
export type DeliveryNoteView = Omit<View<DeliveryNote>, 'lineItems' | keyof CancelledDraft> & {
  lineItems: Omit<DeliveryNoteLine, 'styleId'>[];
};

export function deliveryNoteView(note: DeliveryNote): DeliveryNoteView {
  const { lineItems, cancelledAsDraft: _, ...shown } = viewOf(note);
  return { ...shown, lineItems: lineItems.map(({ styleId: __, ...line }) => ({ ...NO_NAMES, ...line })) };
}

/** The stored forms of the dates that have ranges. */
export const deliveryNoteDates = { shippingDate: instantText, actualShipDate: instantText };

/** Sort keys of dates, whose stored text does not sort by date. */
export const deliveryNoteSortKeys = {
  shippingDate: (note: DeliveryNote) => sharedDateSortKey(note.shippingDate, note),
  actualShipDate: (note: DeliveryNote) => sharedDateSortKey(note.actualShipDate, note),
};

/** A line of an earlier version has no names of its style. */
const NO_NAMES = { styleName: null, refId: null };

export interface DeliveryNoteInput extends Omit<SentDeliveryNote, 'salesOrderId' | 'lineItems'> {
  lineItems: readonly DeliveryNoteLineInput[];
}

export interface DeliveryNoteChanges extends Omit<Changes<typeof deliveryNote>, 'lineItems'> {
  lineItems?: readonly DeliveryNoteLineInput[] | null;
}

export interface Writing {
  now: Date;
  newId: () => string;
}

/** Fields that can change after draft. The carrier's fields can change until the note is delivered (decisions 4). */
const EDITABLE = ['notes', 'internalNotes', 'shippingDate', 'actualShipDate'];
const OF_CARRIER = ['carrier', 'trackingNumber'];

const resource = deliveryNote.title;

const life = lifecycle<
  DeliveryNote,
  keyof typeof deliveryNote.moves,
  DeliveryNoteStatus,
  'delivery_note',
  DeliveryNoteView
>({ ...deliveryNote, show: deliveryNoteView });

type DeliveryNoteDecision = ReturnType<typeof life.created>;

/** Creates a note in the status that the input names, by default draft (decisions 4). */
export function createDeliveryNote(
  { lineItems, ...input }: DeliveryNoteInput,
  order: Pick<Order, 'id' | 'clientId' | 'clientName' | 'deliveryAddress'>,
  origin: Pick<DeliveryNote, 'orgId' | 'documentId' | 'dropNumber'>,
  { now, newId }: Writing,
): DeliveryNoteDecision {
  return life.created({
    ...newRecord(newId(), origin.orgId, now),
    documentId: origin.documentId,
    salesOrderId: order.id,
    clientId: order.clientId,
    clientName: order.clientName,
    dropNumber: origin.dropNumber,
    ...filled(deliveryNote.plain, input),
    destinationAddress: input.destinationAddress ?? order.deliveryAddress,
    status: input.status ?? 'draft',
    ...asCreated(input.status ?? 'draft'),
    lineItems: replaceLines(undefined, lineItems, newId),
  });
}

/** Changes a note; null clears a field. Errors: invalid_transition if a field changes that only a draft may change. */
export function updateDeliveryNote(
  before: DeliveryNote,
  { lineItems, ...changes }: DeliveryNoteChanges,
  { now, newId }: Writing,
): DeliveryNoteDecision {
  const decision = life.updated(before, {
    ...advance(before, now),
    ...changed(deliveryNote.plain, before, changes),
    lineItems: lineItems === undefined ? before.lineItems : replaceLines(before.lineItems, lineItems ?? [], newId),
  });
  const { status } = before;
  if (status === 'draft') return decision;
  const open = status === 'delivered' ? EDITABLE : [...EDITABLE, ...OF_CARRIER];
  refuseReadOnly({ resource, status, previous: decision.event.previous }, open);
  return decision;
}

/** Errors: invalid_transition if the status does not allow the move. */
export const moveDeliveryNote = (before: DeliveryNote, name: 'ready' | 'deliver' | 'cancel', now: Date) =>
  life.moved(before, name, now, name === 'cancel' ? asCancelled(before) : {});

/** Ships a note. `today`: the ship date if neither the shipment nor the note has one. Errors: invalid_transition. */
export const shipDeliveryNote = (before: DeliveryNote, shipment: Shipment & { today: string }, now: Date) =>
  life.moved(before, 'ship', now, {
    actualShipDate: shipment.actualShipDate ?? before.actualShipDate ?? shipment.today,
    carrier: shipment.carrier ?? before.carrier,
    trackingNumber: shipment.trackingNumber ?? before.trackingNumber,
  });

/** Errors: in_use if the note is neither a draft nor cancelled. */
export function deleteDeliveryNote(before: DeliveryNote): DeliveryNoteDecision {
  refuseDelete(resource, before);
  return life.removed(before);
}

/** Whether the goods of a note in this status have been shipped. */
export const hasShipped = (status: DeliveryNoteStatus | undefined): boolean =>
  status === 'shipped' || status === 'delivered';

/** The quantities by which the note ships the order's lines. Lines that name no order line are left out. */
export const shippedQuantities = ({ lineItems }: Pick<DeliveryNote, 'lineItems'>): ShippedQuantity[] =>
  lineItems.flatMap(({ salesOrderLineItemId: orderLineId, qty }) => (orderLineId === null ? [] : { orderLineId, qty }));

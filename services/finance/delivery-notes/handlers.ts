import { Outdated } from '#chassis/domain/errors.ts';
import type { DocumentIds } from '#chassis/mongo/document-ids.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { preparedOf } from '#chassis/records/command.ts';
import { changesOf, recordMethods } from '#chassis/records/record-methods.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { implement } from '#chassis/rpc/endpoint.ts';
import type { Transaction, Writer } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  deliveryNote,
  deliveryNoteStatuses,
  ShipDeliveryNoteRequest,
} from '#proto/finance/v1/delivery-note.contract.ts';
import type { OrgSettings } from '../documents/org-settings.ts';
import { hiddenFromClient, ownClient } from '../documents/own-client.ts';
import { clientParty, type PartyCopies } from '../local-copies/party-of.ts';
import { type Order, shipOrder } from '../orders/domain/order.ts';
import { holdOrder, noSuchOrder } from '../orders/order-references.ts';
import type { OrderRepository } from '../orders/repository.ts';
import { drawRecord } from '../pdf/draw-record.ts';
import type { Printer } from '../pdf/printer.ts';
import { type DeliveryNoteCopies, type LineInput, resolveLines } from './delivery-note-references.ts';
import {
  createDeliveryNote,
  type DeliveryNote,
  type DeliveryNoteChanges,
  deleteDeliveryNote,
  hasShipped,
  moveDeliveryNote,
  shipDeliveryNote,
  shippedQuantities,
  updateDeliveryNote,
} from './domain/delivery-note.ts';
import { packingList } from './domain/packing-list.ts';
import type { DropNumbers } from './drop-number-repository.ts';
import type { DeliveryNoteRepository } from './repository.ts';
import type { NotesToInvoice } from './to-invoice-repository.ts';

interface DeliveryNoteParts {
  writer: Writer;
  deliveryNotes: DeliveryNoteRepository;
  notesToInvoice: NotesToInvoice;
  dropNumbers: DropNumbers;
  orders: Pick<OrderRepository, 'find' | 'lock' | 'load' | 'save'>;
  copies: DeliveryNoteCopies & PartyCopies;
  settings: OrgSettings;
  documentIds: DocumentIds;
  printer: Printer;
}

const PREFIX = 'DN';

export function deliveryNoteHandlers(parts: DeliveryNoteParts) {
  const { writer, deliveryNotes, notesToInvoice, dropNumbers, orders, copies, settings, documentIds, printer } = parts;
  const methods = recordMethods({
    of: deliveryNote,
    writer,
    records: deliveryNotes,
    request: RecordRequest,
    visibleTo: ownClient(deliveryNoteStatuses),
    hiddenFrom: hiddenFromClient,
  });

  const prepared = preparedOf(writer);

  /** The filters, with `toInvoice` as a condition of the ids. A client caller's own orders alone are looked at. */
  async function byInvoicing({ toInvoice, ...filters }: NoteFilters, { principal, deadline }: Call): Promise<object> {
    if (toInvoice === undefined) return filters;
    const clientId = principal.role === 'client' ? (principal.clientId ?? '') : filters.clientId;
    const ids = await notesToInvoice.find(principal.orgId, { clientId, salesOrderId: filters.salesOrderId }, deadline);
    return { ...filters, id: toInvoice ? ids : { $nin: ids } };
  }

  /**
   * Adds the shipped quantities to the order. It runs before the note is saved, so that the note's event is the last
   * one of the transaction. Errors: invalid_transition of the order; conflict if more is shipped than is left.
   */
  const ship = (tx: Transaction, order: Order, note: Pick<DeliveryNote, 'lineItems'>) =>
    orders.save(tx, order, shipOrder(order, shippedQuantities(note), tx.now));

  return implement('finance', 'DeliveryNoteService', {
    CreateDeliveryNote: prepared(
      deliveryNote.requests.create,
      methods.access.create,
      async ({ deliveryNote: { salesOrderId, lineItems: inputs = [], ...input } }, call) => {
        const { orgId } = call.principal;
        const order = await orders.find({ orgId }, salesOrderId);
        if (!order) throw noSuchOrder(salesOrderId);
        const lineItems = await resolveLines(copies, order.lineItems, { inputs }, call);
        const isUndated = hasShipped(input.status) && input.actualShipDate === undefined;
        const today = isUndated ? { actualShipDate: await settings.today(call) } : {};
        const fields = { ...input, ...today, lineItems };
        return { seen: order, fields, documentId: await documentIds.next(orgId, PREFIX, call.now) };
      },
      async (_, tx, { seen, fields, documentId }) => {
        const order = await holdOrder(orders, tx, seen.id);
        // The lines were resolved by the order as it was before the transaction. After draft, an order keeps its client
        // and its lines.
        if (seen.status === 'draft' && order.revision !== seen.revision) throw new Outdated();
        const origin = { orgId: tx.orgId, documentId, dropNumber: await dropNumbers.next(tx, order.id) };
        const decision = createDeliveryNote(fields, order, origin, writingOf(tx));
        if (hasShipped(decision.state.status)) await ship(tx, order, decision.state);
        return deliveryNotes.add(tx, decision);
      },
    ),
    GetDeliveryNote: methods.get(),
    DrawDeliveryNote: drawRecord({
      methods,
      printer,
      settings,
      async printed(note, issuer, call) {
        const { orgId } = call.principal;
        const order = await orders.find({ orgId }, note.salesOrderId);
        const skus = await copies.findSkus([...new Set(note.lineItems.flatMap(({ skuId }) => skuId ?? []))], call);
        const skuNumbers = new Map([...skus].map(([id, { sku }]) => [id, sku.documentId]));
        const client = await clientParty(copies, note.clientId, call);
        return packingList(note, { issuer, client, order, skuNumbers });
      },
    }),
    ListDeliveryNotes: methods.list(deliveryNote.requests.list, byInvoicing),
    UpdateDeliveryNote: prepared(
      deliveryNote.requests.update,
      methods.access.update,
      async (request, call): Promise<{ changes: DeliveryNoteChanges; seen?: number }> => {
        const { lineItems: lines, ...others }: SentChanges = changesOf(request);
        if (lines === undefined) return { changes: others };
        const { orgId } = call.principal;
        const { salesOrderId, lineItems: before, revision: seen } = await deliveryNotes.get(orgId, request.id);
        const order = await orders.find({ orgId }, salesOrderId);
        const sent = { inputs: lines ?? [], before };
        const lineItems = await resolveLines(copies, order?.lineItems ?? [], sent, call);
        return { changes: { ...others, lineItems }, seen };
      },
      async (request, tx, { changes, seen }) => {
        const before = await deliveryNotes.load(tx, request);
        // The lines were resolved by the note's revision before the transaction. Another write may have replaced them
        // since then.
        if (seen !== undefined && before.revision !== seen) throw new Outdated();
        return deliveryNotes.save(tx, before, updateDeliveryNote(before, changes, writingOf(tx)));
      },
    ),
    DeleteDeliveryNote: methods.delete(deleteDeliveryNote),
    ReadyDeliveryNote: methods.move((before, now) => moveDeliveryNote(before, 'ready', now)),
    ShipDeliveryNote: prepared(
      ShipDeliveryNoteRequest,
      methods.access.write,
      async ({ id, actualShipDate }, call) => {
        const note = await deliveryNotes.get(call.principal.orgId, id);
        const today = actualShipDate ?? (await settings.today(call));
        return { orderId: note.salesOrderId, today };
      },
      async ({ id, expectedRevision, ...shipment }, tx, { orderId, today }) => {
        // Locks the note and its order before the first read, so that other notes of the order cause no retry.
        await deliveryNotes.lock(tx, { id });
        await orders.lock(tx, { id: orderId });
        const before = await deliveryNotes.load(tx, { id, expectedRevision });
        const decision = shipDeliveryNote(before, { ...shipment, today }, tx.now);
        await ship(tx, await orders.load(tx, { id: before.salesOrderId }), before);
        return deliveryNotes.save(tx, before, decision);
      },
    ),
    DeliverDeliveryNote: methods.move((before, now) => moveDeliveryNote(before, 'deliver', now)),
    CancelDeliveryNote: methods.move((before, now) => moveDeliveryNote(before, 'cancel', now)),
  });
}

interface NoteFilters {
  clientId?: string;
  salesOrderId?: string;
  toInvoice?: boolean;
}

interface SentChanges extends Omit<DeliveryNoteChanges, 'lineItems'> {
  lineItems?: readonly LineInput[] | null;
}

const writingOf = ({ now }: Pick<Transaction, 'now'>) => ({ now, newId });

import { type EventMessage, Unreadable } from '#chassis/messaging/consumer.ts';
import { PurchaseOrder, PurchaseOrderItem, SalesOrder, SalesOrderLine } from '#proto/finance/v1/contract.ts';
import type { Documents } from './documents.ts';
import { orderSnapshot, purchaseOrderSnapshot, type Snapshot } from './domain/incoming-reference.ts';
import type { IncomingReferenceRepository } from './repository.ts';

interface Parts {
  uses: IncomingReferenceRepository;
  documents: Documents;
}

/**
 * Stores the references of finance's documents. If an event was too large to carry them, the document is read from
 * finance. Throws Unreadable for an event whose data are not those of such a document; upstream_unavailable and
 * deadline_exceeded if finance cannot be read.
 */
export function onDocumentEvent({ uses, documents }: Parts): (message: EventMessage) => Promise<void> {
  return async ({ envelope, traceparent }) => {
    const snapshot = statementIn(envelope);
    if (!snapshot) return;
    await uses.applyEvent(
      envelope.id,
      snapshot.is === 'unknown' ? await documents.read(snapshot, traceparent) : snapshot,
    );
  };
}

type Envelope = EventMessage['envelope'];

/** The references in an event; undefined if documents of this type never refer to product's records. */
function statementIn(envelope: Envelope): Snapshot | undefined {
  const [resource] = envelope.type.split('.');
  if (resource === 'order') return orderSnapshot({ ...envelope, data: known(Order.safeParse(envelope.data)) });
  if (resource !== 'purchase_order') return undefined;
  return purchaseOrderSnapshot({ ...envelope, data: known(Purchase.safeParse(envelope.data)) });
}

function known<Data>(result: { success: true; data: Data } | { success: false; error: Error }): Data {
  if (result.success) return result.data;
  throw new Unreadable('Event is not about such a document', { cause: result.error });
}

/**
 * The used fields of a document. Only the ids are present if the event was too large, or announces a deletion. Lines are
 * read by their used fields only, so that finance of another version may add fields to a line.
 */
const Order = SalesOrder.pick({
  id: true,
  documentId: true,
  status: true,
  createdAt: true,
  clientId: true,
})
  .extend({ lineItems: SalesOrderLine.pick({ styleId: true, skuId: true, bomId: true }).strip().array() })
  .partial()
  .required({ id: true })
  .strip();
const Purchase = PurchaseOrder.pick({
  id: true,
  internalId: true,
  status: true,
  createdAt: true,
  supplierId: true,
})
  .extend({ items: PurchaseOrderItem.pick({ bomId: true, materialId: true }).strip().array() })
  .partial()
  .required({ id: true, internalId: true })
  .strip();

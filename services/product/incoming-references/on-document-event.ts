import { type EventMessage, Unreadable } from '#chassis/messaging/consumer.ts';
import { PurchaseOrder, SalesOrder } from '#proto/finance/v1/contract.ts';
import type { Documents } from './documents.ts';
import { orderSnapshot, purchaseOrderSnapshot, type Snapshot } from './domain/incoming-reference.ts';
import type { IncomingReferenceRepository } from './repository.ts';

interface Parts {
  uses: IncomingReferenceRepository;
  documents: Documents;
}

/**
 * Keeps what finance's documents refer to; what an event was too large to say is read. Throws Unreadable for an order that
 * is none; upstream_unavailable, deadline_exceeded where finance cannot be read.
 */
export function onDocumentEvent({ uses, documents }: Parts): (message: EventMessage) => Promise<void> {
  return async ({ envelope, traceparent }) => {
    const said = statementIn(envelope);
    if (!said) return;
    await uses.applyEvent(envelope.id, said.is === 'unknown' ? await documents.read(said, traceparent) : said);
  };
}

type Envelope = EventMessage['envelope'];

/** Undefined for a document that refers to none of product's records. */
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

/** The part of a document that counts here; its ids alone when the event was too large, or tells of a deletion. */
const Order = SalesOrder.pick({
  id: true,
  documentId: true,
  status: true,
  createdAt: true,
  clientId: true,
  lineItems: true,
})
  .partial()
  .required({ id: true })
  .strip();
const Purchase = PurchaseOrder.pick({
  id: true,
  internalId: true,
  status: true,
  createdAt: true,
  supplierId: true,
  items: true,
})
  .partial()
  .required({ id: true, internalId: true })
  .strip();

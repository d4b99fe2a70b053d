import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import { AppError } from '#chassis/domain/errors.ts';
import type { CallOptions, RpcClient } from '#chassis/rpc/grpc-client.ts';
import { ownContext } from '../own-context.ts';
import { orderSnapshot, purchaseOrderSnapshot, type Snapshot, type UseKind } from './domain/incoming-reference.ts';

type Unknown = Extract<Snapshot, { is: 'unknown' }>;

/** Reads documents from finance. */
export interface Documents {
  /**
   * The present references of the document. Returns `said` unchanged if finance returns no document. Errors:
   * upstream_unavailable, deadline_exceeded.
   */
  read(said: Unknown, traceparent?: string): Promise<Snapshot>;
}

/** The rpcs that finance's documents are read with. */
export interface DocumentOwners {
  orders: Pick<RpcClient<'finance', 'OrderService'>, 'getOrder'>;
  purchaseOrders: Pick<RpcClient<'finance', 'PurchaseOrderService'>, 'getPurchaseOrder'>;
}

/** Milliseconds until the deadline of a read, including the time in the queue. */
const DEADLINE_MS = 10_000;
/**
 * Errors after which the read is not repeated. The document was deleted, and the event of its deletion will follow. Or
 * finance runs an earlier version, which only answers the gateway.
 */
const SAYS_NO_MORE = new Set(['not_found', 'insufficient_permissions']);

export function documentsOf({ orders, purchaseOrders }: DocumentOwners): Documents {
  // Limits the documents that are read at the same time. A document may be as large as a request, and the documents of
  // all events of a batch would not fit into memory.
  const turns = new FairQueue({ name: 'product.documents', limit: 4, each: 2 });
  /** Converts a reply to references. A field that is absent in the message becomes null. */
  const reading: Record<UseKind, (said: Unknown, options: CallOptions) => Promise<Snapshot>> = {
    async sales_order(said, options) {
      const { record, revision } = await orders.getOrder({ id: said.id }, options);
      if (!record) return said;
      const lineItems = record.lineItems.map(({ styleId = null, skuId = null, bomId = null }) => {
        return { styleId, skuId, bomId };
      });
      return orderSnapshot({ org_id: said.orgId, sequence: revision, data: { ...record, lineItems } });
    },
    async purchase_order(said, options) {
      const { record, revision } = await purchaseOrders.getPurchaseOrder({ id: said.id }, options);
      if (!record) return said;
      const items = record.items.map(({ bomId = null, materialId = null }) => ({ bomId, materialId }));
      return purchaseOrderSnapshot({ org_id: said.orgId, sequence: revision, data: { ...record, items } });
    },
  };

  return {
    async read(said, traceparent) {
      const deadline = Date.now() + DEADLINE_MS;
      const options = { context: ownContext(said.orgId), deadline, traceparent };
      try {
        return await turns.run(said.orgId, { deadline }, () => reading[said.kind](said, options));
      } catch (error) {
        if (error instanceof AppError && SAYS_NO_MORE.has(error.code)) return said;
        throw error;
      }
    },
  };
}

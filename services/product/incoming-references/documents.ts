import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import { AppError } from '#chassis/domain/errors.ts';
import type { CallOptions, RpcClient } from '#chassis/rpc/grpc-client.ts';
import { ownContext } from '../own-context.ts';
import { orderSnapshot, purchaseOrderSnapshot, type Snapshot, type UseKind } from './domain/incoming-reference.ts';

type Unknown = Extract<Snapshot, { is: 'unknown' }>;

/** Finance's documents as finance has them. */
export interface Documents {
  /**
   * The references of the document now; those that are known if finance says no more. Errors: upstream_unavailable,
   * deadline_exceeded.
   */
  read(said: Unknown, traceparent?: string): Promise<Snapshot>;
}

/** The rpcs that finance's documents are read with. */
export interface DocumentOwners {
  orders: Pick<RpcClient<'finance', 'OrderService'>, 'getOrder'>;
  purchaseOrders: Pick<RpcClient<'finance', 'PurchaseOrderService'>, 'getPurchaseOrder'>;
}

/** Milliseconds, the turn of others included. */
const PATIENCE = 10_000;
/** It is gone, and its deletion is told; or finance is of an earlier version, which answers nobody but the gateway. */
const SAYS_NO_MORE = new Set(['not_found', 'insufficient_permissions']);

export function documentsOf({ orders, purchaseOrders }: DocumentOwners): Documents {
  // A document may be as large as a request: all that the consumer's events name would not fit into the process at once.
  const turns = new FairQueue({ name: 'product.documents', limit: 4, each: 2 });
  /** A field that a message leaves out is null. */
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
      const deadline = Date.now() + PATIENCE;
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

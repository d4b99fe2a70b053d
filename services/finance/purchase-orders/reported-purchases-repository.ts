import type { Store } from '#chassis/mongo/mongo.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import { readEach } from '../documents/read-each-repository.ts';
import { AWAITED } from './domain/awaited.ts';
import type { PurchaseOrder } from './domain/purchase-order.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';

const FIELDS = [
  'id',
  'documentId',
  'supplierId',
  'supplierRefPO',
  'currency',
  'expectedDeliveryDate',
  'items',
] as const;

/** The fields of a purchase order that reports read. */
export type ReportedPurchase = Pick<PurchaseOrder, (typeof FIELDS)[number]>;

/** Reads the purchase orders that reports are made of. */
export interface ReportedPurchases {
  /**
   * The orders with goods that may be left to receive, each once. The index of orders by status finds them: other orders
   * cost nothing. Errors: deadline_exceeded at `deadline` (epoch milliseconds).
   */
  awaited(
    orgId: string,
    filter: { supplierId?: string | undefined },
    deadline: number,
    visit: (order: ReportedPurchase) => void,
  ): Promise<void>;
}

const BY_STATUS = { orgId: 1, status: 1, createdAt: 1, _id: 1 } as const;

export function reportedPurchases({ connection }: Pick<Store, 'connection'>): ReportedPurchases {
  const { collection } = recordModel(connection, purchaseOrderModel);
  return {
    awaited(orgId, { supplierId }, deadline, visit) {
      const filter = { orgId, status: { $in: AWAITED }, ...(supplierId !== undefined && { supplierId }) };
      return readEach<ReportedPurchase>(collection, { filter, fields: FIELDS, hint: BY_STATUS, deadline }, visit);
    },
  };
}

import type { Store } from '#chassis/mongo/mongo.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import { readEach } from '../documents/read-each-repository.ts';
import { MATCHABLE, withPaymentDefaults } from './domain/payment.ts';
import type { PurchaseOrder } from './domain/purchase-order.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';

const FIELDS = [
  ...([
    'id',
    'documentId',
    'status',
    'supplierId',
    'currency',
    'orderDate',
    'expectedDeliveryDate',
    'taxRate',
  ] as const),
  ...(['items', 'total', 'paid', 'remaining'] as const),
] as const;

/** The fields of an unpaid purchase order that reports read. */
export type UnpaidPurchase = Pick<PurchaseOrder, (typeof FIELDS)[number]>;

/** Reads the purchase orders that payables are made of. */
export interface PayableOrders {
  /**
   * The orders from approved to closed, each once, without those that are fully received and paid. The index of orders by
   * status finds them. Errors: deadline_exceeded at `deadline` (epoch milliseconds).
   */
  unpaid(
    orgId: string,
    filter: { supplierId?: string | undefined; currency?: string | undefined },
    deadline: number,
    visit: (order: UnpaidPurchase) => void,
  ): Promise<void>;
}

const BY_STATUS = { orgId: 1, status: 1, createdAt: 1, _id: 1 } as const;

export function payableOrders({ connection }: Pick<Store, 'connection'>): PayableOrders {
  const { collection } = recordModel(connection, purchaseOrderModel);
  return {
    async unpaid(orgId, { supplierId, currency }, deadline, visit) {
      const of = {
        ...(supplierId !== undefined && { supplierId }),
        ...(currency !== undefined && { currency }),
      };
      const read = (filter: object) =>
        readEach<UnpaidPurchase>(
          collection,
          { filter: { orgId, ...filter, ...of }, fields: FIELDS, hint: BY_STATUS, deadline },
          (order) => visit(withPaymentDefaults(order)),
        );
      await read({ status: { $in: MATCHABLE.filter((status) => status !== 'received') } });
      await read({ status: 'received', remaining: { $ne: '0' } });
    },
  };
}

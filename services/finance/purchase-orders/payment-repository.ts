import type { Store } from '#chassis/mongo/mongo.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import type { PurchaseOrder } from './domain/purchase-order.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';

/** What bank lines have paid of purchase orders. It is nothing that the orders show: no revision counts it, no event tells it. */
export interface PurchaseOrderPayments {
  /** Of an order that the transaction has loaded: a write of the order at the same moment collides with it. */
  save(tx: Transaction, order: PurchaseOrder): Promise<void>;
}

export function purchaseOrderPayments(store: Pick<Store, 'connection'>): PurchaseOrderPayments {
  const { collection } = recordModel(store.connection, purchaseOrderModel);
  return {
    async save({ session, orgId }, { id, paid, remaining }) {
      await collection.updateOne({ _id: id, orgId } as never, { $set: { paid, remaining } }, { session });
    },
  };
}

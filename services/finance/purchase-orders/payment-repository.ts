import type { Store } from '#chassis/mongo/mongo.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import type { PurchaseOrder } from './domain/purchase-order.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';

/**
 * The amounts that bank lines have paid of purchase orders. Orders do not show them: no revision counts them, and no
 * event tells them.
 */
export interface PurchaseOrderPayments {
  /**
   * Saves the payment of an order that the transaction has loaded: a write of the order at the same moment collides
   * with it.
   */
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

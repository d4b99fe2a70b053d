import type { Store } from '#chassis/mongo/mongo.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import type { PurchaseOrder } from './domain/purchase-order.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';
import type { PurchaseOrderRepository } from './repository.ts';

/**
 * The amounts of purchase orders that bank lines have paid. Callers do not see them, so their changes have no revision
 * and no event.
 */
export interface PurchaseOrderPayments {
  /**
   * Saves the payment of a loaded order, and counts it in the sums of the supplier. It conflicts with every concurrent
   * write of the order.
   */
  save(tx: Transaction, before: PurchaseOrder, after: PurchaseOrder): Promise<void>;
}

export function purchaseOrderPayments(
  store: Pick<Store, 'connection'>,
  counted: PurchaseOrderRepository['counted'],
): PurchaseOrderPayments {
  const { collection } = recordModel(store.connection, purchaseOrderModel);
  return {
    async save(tx, before, after) {
      const { id, paid, remaining, countedPaid } = await counted(tx, before, after);
      const { session, orgId } = tx;
      await collection.updateOne({ _id: id, orgId } as never, { $set: { paid, remaining, countedPaid } }, { session });
    },
  };
}

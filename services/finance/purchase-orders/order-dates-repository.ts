import { outdatedBatches, type Upgrade } from '#chassis/mongo/upgrades.ts';
import { purchaseOrderSortKeys } from './domain/purchase-order.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';

type Stored = { _id: string; orderDate: string };

/**
 * Stores the present form of the sort key of order dates. An earlier version stored only the time, which many orders of
 * a day share.
 */
export const sharedOrderDates: Upgrade = {
  name: 'purchase orders: order dates that many share',
  async apply(connection) {
    const orders = connection.collection<Stored>(purchaseOrderModel.collection);
    const bare = { $or: [{ orderDateSortKey: null }, { orderDateSortKey: { $lte: Number.MAX_VALUE } }] };
    let changed = 0;
    for await (const found of outdatedBatches(orders, bare, { fields: ['orderDate'] })) {
      const writes = found.map(({ _id, orderDate }) => {
        const key = purchaseOrderSortKeys.orderDate({ id: _id, orderDate });
        // An order that changed since the read is handled in the next run.
        return { updateOne: { filter: { _id, orderDate, ...bare }, update: { $set: { orderDateSortKey: key } } } };
      });
      changed += (await orders.bulkWrite(writes, { ordered: false })).modifiedCount;
    }
    return changed;
  },
};

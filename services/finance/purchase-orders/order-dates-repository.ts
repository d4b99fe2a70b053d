import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { purchaseOrderSortKeys } from './domain/purchase-order.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';

const BATCH_SIZE = 1_000;

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
    // Documents are read by id, because no index finds those with the old key. So each document is read once.
    for (let last = ''; ; ) {
      const query = orders.find({ ...bare, _id: { $gt: last } }, { projection: { orderDate: 1 } });
      const found = await query.sort({ _id: 1 }).limit(BATCH_SIZE).hint({ _id: 1 }).toArray();
      const end = found.at(-1);
      if (!end) return changed;
      last = end._id;
      const writes = found.map(({ _id, orderDate }) => {
        const key = purchaseOrderSortKeys.orderDate({ id: _id, orderDate });
        // An order that changed since the read is handled in the next run.
        return { updateOne: { filter: { _id, orderDate, ...bare }, update: { $set: { orderDateSortKey: key } } } };
      });
      changed += (await orders.bulkWrite(writes, { ordered: false })).modifiedCount;
    }
  },
};

import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { purchaseOrderSortKeys } from './domain/purchase-order.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';

const AT_ONCE = 1_000;

type Stored = { _id: string; orderDate: string };

/** An earlier version sorted by the bare moment, which is the same in all orders of a day. */
export const sharedOrderDates: Upgrade = {
  name: 'purchase orders: order dates that many share',
  async apply(connection) {
    const orders = connection.collection<Stored>(purchaseOrderModel.collection);
    const bare = { $or: [{ orderDateSortKey: null }, { orderDateSortKey: { $lte: Number.MAX_VALUE } }] };
    let changed = 0;
    // By id, each once: no index knows which need it.
    for (let last = ''; ; ) {
      const query = orders.find({ ...bare, _id: { $gt: last } }, { projection: { orderDate: 1 } });
      const found = await query.sort({ _id: 1 }).limit(AT_ONCE).hint({ _id: 1 }).toArray();
      const end = found.at(-1);
      if (!end) return changed;
      last = end._id;
      const writes = found.map(({ _id, orderDate }) => {
        const key = purchaseOrderSortKeys.orderDate({ id: _id, orderDate });
        // An order that was written meanwhile is looked at by the next sweep.
        return { updateOne: { filter: { _id, orderDate, ...bare }, update: { $set: { orderDateSortKey: key } } } };
      });
      changed += (await orders.bulkWrite(writes, { ordered: false })).modifiedCount;
    }
  },
};

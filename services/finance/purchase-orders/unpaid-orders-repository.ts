import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { remainingOf } from './domain/payment.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';

const AT_ONCE = 1_000;

/** An earlier version knew of no payments: of its orders nothing is paid, and no search for what remains finds them. */
export const unpaidOrders: Upgrade = {
  name: 'purchase orders: what remains to be paid',
  async apply(connection) {
    const orders = connection.collection<{ _id: string; total: string }>(purchaseOrderModel.collection);
    const unknown = { paid: { $exists: false } };
    let changed = 0;
    // By id, each once: no index knows which need it.
    for (let last = ''; ; ) {
      const query = orders.find({ ...unknown, _id: { $gt: last } }, { projection: { total: 1 } });
      const found = await query.sort({ _id: 1 }).limit(AT_ONCE).hint({ _id: 1 }).toArray();
      const end = found.at(-1);
      if (!end) return changed;
      last = end._id;
      const writes = found.map(({ _id, total }) => ({
        // An order that was written meanwhile is looked at by the next sweep.
        updateOne: { filter: { _id, total, ...unknown }, update: { $set: remainingOf(total, '0') } },
      }));
      changed += (await orders.bulkWrite(writes, { ordered: false })).modifiedCount;
    }
  },
};

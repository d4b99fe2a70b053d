import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { remainingOf } from './domain/payment.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';

const BATCH_SIZE = 1_000;

/**
 * Adds the payment fields to orders of an earlier version, which had no payments. Without the fields, no search by
 * unpaid amount finds these orders.
 */
export const unpaidOrders: Upgrade = {
  name: 'purchase orders: what remains to be paid',
  async apply(connection) {
    const orders = connection.collection<{ _id: string; total: string }>(purchaseOrderModel.collection);
    const unknown = { paid: { $exists: false } };
    let changed = 0;
    // Documents are read by id, because no index finds those without the fields. So each document is read once.
    for (let last = ''; ; ) {
      const query = orders.find({ ...unknown, _id: { $gt: last } }, { projection: { total: 1 } });
      const found = await query.sort({ _id: 1 }).limit(BATCH_SIZE).hint({ _id: 1 }).toArray();
      const end = found.at(-1);
      if (!end) return changed;
      last = end._id;
      const writes = found.map(({ _id, total }) => ({
        // An order that changed since the read is handled in the next run.
        updateOne: { filter: { _id, total, ...unknown }, update: { $set: remainingOf(total, '0') } },
      }));
      changed += (await orders.bulkWrite(writes, { ordered: false })).modifiedCount;
    }
  },
};

import { outdatedBatches, type Upgrade } from '#chassis/mongo/upgrades.ts';
import { remainingOf } from './domain/payment.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';

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
    for await (const found of outdatedBatches(orders, unknown, { fields: ['total'] })) {
      const writes = found.map(({ _id, total }) => ({
        // An order that changed since the read is handled in the next run.
        updateOne: { filter: { _id, total, ...unknown }, update: { $set: remainingOf(total, '0') } },
      }));
      changed += (await orders.bulkWrite(writes, { ordered: false })).modifiedCount;
    }
    return changed;
  },
};

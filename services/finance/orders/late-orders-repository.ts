import { outdatedBatches, type Upgrade } from '#chassis/mongo/upgrades.ts';
import { lateAfter } from './domain/delivery-date.ts';
import type { Order } from './domain/order.ts';
import { LATE_AFTER, orderModel } from './repository.ts';

const FIELDS = ['status', 'requestedDeliveryDate', 'deliveryWindowEnd'] as const;
type Stored = Pick<Order, (typeof FIELDS)[number] | 'revision'> & { _id: string };

/** Stores when orders of an earlier version are late. Without the field, no filter by `late` finds these orders. */
export const lateOrders: Upgrade = {
  name: 'orders: the date after which they are late',
  async apply(connection) {
    const orders = connection.collection<Stored>(orderModel.collection);
    const unknown = { [LATE_AFTER]: { $exists: false } };
    let changed = 0;
    for await (const found of outdatedBatches(orders, unknown, { fields: [...FIELDS, 'revision'] })) {
      const writes = found.map(({ _id, revision, ...order }) => ({
        // An order that changed since the read is handled in the next run.
        updateOne: { filter: { _id, revision, ...unknown }, update: { $set: { [LATE_AFTER]: lateAfter(order) } } },
      }));
      changed += (await orders.bulkWrite(writes as never, { ordered: false })).modifiedCount;
    }
    return changed;
  },
};

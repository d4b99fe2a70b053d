import type { Connection } from 'mongoose';
import { toNumber } from '#chassis/domain/money.ts';
import { outdatedBatches, type Upgrade } from '#chassis/mongo/upgrades.ts';
import { isToInvoice } from '../orders/domain/invoicing.ts';
import { NOTHING, sumByLine } from '../orders/domain/line-quantities.ts';
import type { Order } from '../orders/domain/order.ts';
import { orderModel, TO_INVOICE } from '../orders/repository.ts';
import { isIssued } from './domain/invoice-status.ts';
import { type Invoicing, quantitiesOf } from './domain/invoiced-quantities.ts';
import { invoiceModel } from './invoice-model.ts';

/** Documents per batch. A document has up to 500 lines. */
const size = 100;

type StoredOrder = Pick<Order, 'orgId' | 'revision' | 'lineItems'> & { _id: string };
type StoredInvoice = Invoicing & { _id: string; orgId: string; salesOrderId: string | null; revision: number };

/**
 * Counts the invoiced quantities of orders of an earlier version, which had none. During a rollout, a process of the
 * earlier version also drops them when it changes an order, and does not count what it issues. Its invoices are known by
 * the missing field deliveryNoteId.
 */
export const invoicedOrders: Upgrade = {
  name: 'orders: what is invoiced of their lines',
  async apply(connection) {
    const orders = connection.collection<StoredOrder>(orderModel.collection);
    const invoices = connection.collection<StoredInvoice>(invoiceModel.collection);
    let changed = 0;
    const fields = ['orgId', 'revision', 'lineItems'];
    for await (const batch of outdatedBatches(orders, { [TO_INVOICE]: { $exists: false } }, { fields, size })) {
      for (const order of batch) if (await recount(connection, order)) changed++;
    }
    const named = ['orgId', 'revision', 'salesOrderId'];
    for await (const batch of outdatedBatches(invoices, UNCOUNTED, { fields: named })) {
      for (const { _id, orgId, salesOrderId, revision } of batch) {
        const order = salesOrderId === null ? null : await orders.findOne({ _id: salesOrderId, orgId });
        if (order && !(await recount(connection, order))) continue;
        const update = { $set: { deliveryNoteId: null } };
        changed += (await invoices.updateOne({ _id, revision, ...UNCOUNTED }, update)).modifiedCount;
      }
    }
    return changed;
  },
};

const UNCOUNTED = { deliveryNoteId: { $exists: false } };

/**
 * Stores the quantities that the invoices of the order come to. Returns false if the order has changed since it was read:
 * it is counted in the next run.
 */
async function recount(connection: Connection, order: StoredOrder): Promise<boolean> {
  const { _id, orgId, revision } = order;
  const invoices = connection.collection<StoredInvoice>(invoiceModel.collection);
  const issued = await invoices.find({ orgId, salesOrderId: _id }).toArray();
  const sums = sumByLine(issued.flatMap((one) => (isIssued(one.status) ? [...quantitiesOf(one)] : [])));
  const lineItems = order.lineItems.map((line) => ({ ...line, invoicedQty: toNumber(sums.get(line.id) ?? NOTHING) }));
  const orders = connection.collection<StoredOrder>(orderModel.collection);
  const update = { $set: { lineItems, [TO_INVOICE]: isToInvoice({ lineItems }) } };
  return (await orders.updateOne({ _id, revision }, update)).matchedCount > 0;
}

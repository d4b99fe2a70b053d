import type { Connection } from 'mongoose';
import { outdatedBatches, type Upgrade } from '#chassis/mongo/upgrades.ts';
import { type Invoicing, sumOfIssued } from './domain/invoiced-quantities.ts';
import { invoiceModel } from './invoice-model.ts';

/** Documents per batch. A document has up to 500 lines. */
const size = 100;

/** The orders whose lines are counted. */
interface Counted<Line> {
  collection: string;
  /** The lines with these invoiced quantities, and the field that orders of an earlier version lack. */
  recounted(lines: Line[], sums: ReturnType<typeof sumOfIssued>): { lineItems: Line[]; toInvoice: boolean };
}

interface StoredOrder<Line> {
  _id: string;
  orgId: string;
  revision: number;
  lineItems: Line[];
}

type StoredInvoice = Invoicing & { _id: string; orgId: string; salesOrderId: string | null; revision: number };

/**
 * Counts the invoiced quantities of orders of an earlier version, which had none. During a rollout, a process of the
 * earlier version also drops them when it changes an order, and does not count what it issues. Its invoices are known by
 * the missing field deliveryNoteId.
 */
export const invoicedOrders = <Line>(counted: Counted<Line>): Upgrade => ({
  name: 'orders: what is invoiced of their lines',
  async apply(connection) {
    const orders = connection.collection<StoredOrder<Line>>(counted.collection);
    const invoices = connection.collection<StoredInvoice>(invoiceModel.collection);
    let changed = 0;
    const fields = ['orgId', 'revision', 'lineItems'];
    for await (const batch of outdatedBatches(orders, { toInvoice: { $exists: false } }, { fields, size })) {
      for (const order of batch) if (await recount(connection, counted, order)) changed++;
    }
    const named = ['orgId', 'revision', 'salesOrderId'];
    for await (const batch of outdatedBatches(invoices, UNCOUNTED, { fields: named })) {
      for (const { _id, orgId, salesOrderId, revision } of batch) {
        const order = salesOrderId === null ? null : await orders.findOne({ _id: salesOrderId, orgId });
        if (order && !(await recount(connection, counted, order))) continue;
        const update = { $set: { deliveryNoteId: null } };
        changed += (await invoices.updateOne({ _id, revision, ...UNCOUNTED }, update)).modifiedCount;
      }
    }
    return changed;
  },
});

const UNCOUNTED = { deliveryNoteId: { $exists: false } };

/**
 * Stores the quantities that the invoices of the order come to. Returns false if the order has changed since it was read:
 * it is counted in the next run.
 */
async function recount<Line>(
  connection: Connection,
  { collection, recounted }: Counted<Line>,
  { _id, orgId, revision, lineItems }: StoredOrder<Line>,
): Promise<boolean> {
  const invoices = connection.collection<StoredInvoice>(invoiceModel.collection);
  const sums = sumOfIssued(await invoices.find({ orgId, salesOrderId: _id }).toArray());
  const orders = connection.collection<{ _id: string; revision: number }>(collection);
  return (await orders.updateOne({ _id, revision }, { $set: recounted(lineItems, sums) })).matchedCount > 0;
}

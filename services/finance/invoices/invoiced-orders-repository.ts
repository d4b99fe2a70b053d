import type { Connection, mongo } from 'mongoose';
import { outdatedBatches, type Upgrade } from '#chassis/mongo/upgrades.ts';
import { type Invoicing, sumOfIssued } from './domain/invoiced-quantities.ts';
import { invoiceModel } from './invoice-model.ts';

/** Documents per batch. A document has up to 500 lines. */
const size = 100;

/** The orders whose lines are counted. */
interface Counted<Line> {
  collection: string;
  /** The lines with these invoiced quantities, and the field that orders of an earlier version lack. */
  recounted(lines: Line[], sums: ReturnType<typeof sumOfIssued>): { lineItems: Line[]; toInvoice: boolean | null };
}

interface StoredOrder<Line> {
  _id: string;
  orgId: string;
  revision: number;
  lineItems: Line[];
}

type StoredInvoice = Invoicing & { _id: string; orgId: string; salesOrderId: string | null; revision: number };

/** Fields of StoredInvoice, and the one that invoices of an earlier version lack. */
const FIELDS = [
  'orgId',
  'revision',
  'salesOrderId',
  'status',
  'invoiceType',
  'deliveryNoteId',
  'lineItems.salesOrderLineItemId',
  'lineItems.qty',
];

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
    for await (const batch of outdatedBatches(orders, { toInvoice: null }, { fields, size })) {
      for (const order of batch) changed += await recount(connection, counted, order);
    }
    for await (const batch of outdatedBatches(invoices, UNCOUNTED, { fields: ['orgId', 'revision', 'salesOrderId'] })) {
      for (const [salesOrderId, own] of Map.groupBy(batch, (one) => one.salesOrderId)) {
        const order = salesOrderId === null ? null : await orders.findOne({ _id: salesOrderId });
        changed += order ? await recount(connection, counted, order) : await mark(invoices, own);
      }
    }
    return changed;
  },
});

const UNCOUNTED = { deliveryNoteId: { $exists: false } };

/**
 * Stores the quantities that the invoices of the order come to. Returns the number of changed records: 0 if the order has
 * changed since it was read, because then it is counted in the next run.
 */
async function recount<Line>(
  connection: Connection,
  { collection, recounted }: Counted<Line>,
  { _id, orgId, revision, lineItems }: StoredOrder<Line>,
): Promise<number> {
  const invoices = connection.collection<StoredInvoice>(invoiceModel.collection);
  const projection = Object.fromEntries(FIELDS.map((field) => [field, 1]));
  const own = await invoices.find({ orgId, salesOrderId: _id }, { projection }).toArray();
  const orders = connection.collection<{ _id: string; revision: number }>(collection);
  const update = { $set: recounted(lineItems, sumOfIssued(own)) };
  if ((await orders.updateOne({ _id, revision }, update)).matchedCount === 0) return 0;
  return (
    1 +
    (await mark(
      invoices,
      own.filter((one) => !('deliveryNoteId' in one)),
    ))
  );
}

/** Marks invoices as counted. An invoice that has changed since it was read is counted in the next run. */
async function mark(invoices: mongo.Collection<StoredInvoice>, counted: readonly StoredInvoice[]): Promise<number> {
  if (counted.length === 0) return 0;
  const writes = counted.map(({ _id, revision }) => ({
    updateOne: { filter: { _id, revision, ...UNCOUNTED }, update: { $set: { deliveryNoteId: null } } },
  }));
  return (await invoices.bulkWrite(writes as never, { ordered: false })).modifiedCount;
}

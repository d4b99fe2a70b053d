import type { Connection } from 'mongoose';
import { outdatedBatches, type Upgrade } from '#chassis/mongo/upgrades.ts';
import type { InvoiceLine } from './domain/invoice-line.ts';
import { invoiceModel } from './invoice-model.ts';

type Goods = Required<Pick<InvoiceLine, 'styleId' | 'skuId'>>;

interface StoredInvoice {
  _id: string;
  orgId: string;
  revision: number;
  salesOrderId: string | null;
  lineItems: { salesOrderLineItemId: string | null }[];
}

interface StoredOrder {
  _id: string;
  lineItems: ({ id: string } & Goods)[];
}

const FIELDS = ['orgId', 'revision', 'salesOrderId', 'lineItems'] as const;
/** A document has up to 500 lines. */
const size = 100;
/** Invoices of an earlier version, whose lines lack the ids. */
const LACKING = { 'lineItems.salesOrderLineItemId': { $gt: '' }, 'lineItems.styleId': { $exists: false } };

/** Stores the style and SKU of order lines in the lines of earlier invoices. Without them, no list by style finds these. */
export const orderedGoods = (orders: string): Upgrade => ({
  name: 'invoices: styles and SKUs of their lines',
  async apply(connection) {
    const invoices = connection.collection<StoredInvoice>(invoiceModel.collection);
    let changed = 0;
    for await (const found of outdatedBatches(invoices, LACKING, { fields: FIELDS, size })) {
      const goods = await goodsOf(connection, orders, found);
      const writes = found.map(({ _id, revision, orgId, lineItems }) => {
        const lines = lineItems.map((line) => ({
          ...{ styleId: null, skuId: null },
          ...line,
          ...goods.get(`${orgId}:${line.salesOrderLineItemId}`),
        }));
        // An invoice that changed since the read is handled in the next run.
        return { updateOne: { filter: { _id, revision }, update: { $set: { lineItems: lines } } } };
      });
      changed += (await invoices.bulkWrite(writes as never, { ordered: false })).modifiedCount;
    }
    return changed;
  },
});

/** The goods of the lines of the invoices' orders, by org and id of the line. */
async function goodsOf(connection: Connection, collection: string, invoices: readonly StoredInvoice[]) {
  const ids = [...new Set(invoices.flatMap(({ salesOrderId }) => salesOrderId ?? []))];
  const goods = new Map<string, Goods>();
  const projection = { orgId: 1, 'lineItems.id': 1, 'lineItems.styleId': 1, 'lineItems.skuId': 1 };
  const found = connection
    .collection<StoredOrder & { orgId: string }>(collection)
    .find({ _id: { $in: ids } }, { projection });
  for await (const { orgId, lineItems } of found)
    for (const { id, styleId, skuId } of lineItems) goods.set(`${orgId}:${id}`, { styleId, skuId });
  return goods;
}

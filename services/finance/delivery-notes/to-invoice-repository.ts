import { invalidField } from '#chassis/domain/errors.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { notesToInvoice, type ShippedGoods } from './domain/to-invoice.ts';
import { deliveryNoteModel } from './repository.ts';

export interface NotesToInvoice {
  /**
   * The ids of the org's notes of which goods are shipped and not invoiced. `clientId`, `salesOrderId`: only of this client
   * or order. Errors: validation_failed if more than 2,000 orders have such goods.
   */
  find(orgId: string, of: { clientId?: string | undefined; salesOrderId?: string | undefined }): Promise<string[]>;
}

/** The collections of the documents that the notes are compared with. */
interface Collections {
  orders: string;
  /** The stored field of an order that tells whether more of a line is shipped than invoiced. */
  isOpen: string;
  invoices: string;
}

/** Maximum number of orders whose notes are looked at. */
const MAX_ORDERS = 2_000;
/** Ids in one statement. For more than a thousand, the embedded engine reads the whole collection. */
const BATCH = 500;

type Order = { _id: string; lineItems: ShippedGoods['lines'] };
type Note = Omit<ShippedGoods['notes'][number], 'id'> & { _id: string };
type Invoice = ShippedGoods['invoices'][number];

export function notesToInvoiceRepository(
  { connection }: Store,
  { orders, isOpen, invoices }: Collections,
): NotesToInvoice {
  const ofOrders = <Stored>(collection: string, orgId: string, ids: readonly string[], fields: readonly string[]) => {
    const filter = { orgId, salesOrderId: { $in: ids } };
    const projection = Object.fromEntries(fields.map((field) => [field, 1]));
    return connection
      .collection(collection)
      .find(filter as never, { projection })
      .toArray() as Promise<unknown> as Promise<Stored[]>;
  };

  async function ofBatch(orgId: string, batch: readonly Order[]): Promise<string[]> {
    const ids = batch.map(({ _id }) => _id);
    const line = ['lineItems.salesOrderLineItemId', 'lineItems.qty'];
    const [notes, made] = await Promise.all([
      ofOrders<Note>(deliveryNoteModel.collection, orgId, ids, ['status', ...line]),
      ofOrders<Invoice>(invoices, orgId, ids, ['status', 'invoiceType', 'deliveryNoteId', ...line]),
    ]);
    return notesToInvoice({
      lines: batch.flatMap(({ lineItems }) => lineItems),
      notes: notes.map(({ _id: id, ...note }) => ({ id, ...note })),
      invoices: made,
    });
  }

  return {
    async find(orgId, { clientId, salesOrderId }) {
      const filter = {
        ...{ orgId, [isOpen]: true },
        ...(clientId !== undefined && { clientId }),
        ...(salesOrderId !== undefined && { _id: salesOrderId }),
      };
      const fields = ['lineItems.id', 'lineItems.shippedQty', 'lineItems.invoicedQty'];
      const projection = Object.fromEntries(fields.map((field) => [field, 1]));
      const open = connection.collection<Order>(orders).find(filter as never, { projection });
      const found = (await open.limit(MAX_ORDERS + 1).toArray()) as unknown as Order[];
      if (found.length > MAX_ORDERS) {
        const why = `more than ${MAX_ORDERS} orders have goods to invoice; filter by clientId or salesOrderId too`;
        throw invalidField(['query', 'toInvoice'], why, true);
      }
      const ids: string[] = [];
      for (let from = 0; from < found.length; from += BATCH) {
        ids.push(...(await ofBatch(orgId, found.slice(from, from + BATCH))));
      }
      return ids;
    },
  };
}

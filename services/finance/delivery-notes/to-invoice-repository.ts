import { invalidField } from '#chassis/domain/errors.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { inTime } from '#chassis/mongo/read-limits.ts';
import { notesToInvoice, type ShippedGoods } from './domain/to-invoice.ts';
import { deliveryNoteModel } from './repository.ts';

export interface NotesToInvoice {
  /**
   * The ids of the org's notes of which goods are shipped and not invoiced. `clientId`, `salesOrderId`: only of this client
   * or order. `deadline`: epoch milliseconds. Errors: validation_failed if more than 2,000 orders have such goods;
   * deadline_exceeded.
   */
  find(
    orgId: string,
    of: { clientId?: string | undefined; salesOrderId?: string | undefined },
    deadline: number,
  ): Promise<string[]>;
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
  /** The fields of all documents that match, until the deadline. */
  const read = <Stored>(
    collection: string,
    { filter, fields, limit = 0, deadline }: { filter: object; fields: string[]; limit?: number; deadline: number },
  ) => {
    const projection = Object.fromEntries(fields.map((field) => [field, 1]));
    return inTime({ deadline }, (time) => {
      const found = connection.collection(collection).find(filter as never, { projection, limit, ...time });
      return found.toArray() as Promise<unknown> as Promise<Stored[]>;
    });
  };

  async function ofBatch(orgId: string, batch: readonly Order[], deadline: number): Promise<string[]> {
    const of = { filter: { orgId, salesOrderId: { $in: batch.map(({ _id }) => _id) } }, deadline };
    const line = ['lineItems.salesOrderLineItemId', 'lineItems.qty'];
    const [notes, made] = await Promise.all([
      read<Note>(deliveryNoteModel.collection, { ...of, fields: ['status', ...line] }),
      read<Invoice>(invoices, { ...of, fields: ['status', 'invoiceType', 'deliveryNoteId', ...line] }),
    ]);
    return notesToInvoice({
      lines: batch.flatMap(({ lineItems }) => lineItems),
      notes: notes.map(({ _id: id, ...note }) => ({ id, ...note })),
      invoices: made,
    });
  }

  return {
    async find(orgId, { clientId, salesOrderId }, deadline) {
      const filter = {
        ...{ orgId, [isOpen]: true },
        ...(clientId !== undefined && { clientId }),
        ...(salesOrderId !== undefined && { _id: salesOrderId }),
      };
      const fields = ['lineItems.id', 'lineItems.shippedQty', 'lineItems.invoicedQty'];
      const found = await read<Order>(orders, { filter, fields, limit: MAX_ORDERS + 1, deadline });
      if (found.length > MAX_ORDERS) {
        const why = `more than ${MAX_ORDERS} orders have goods to invoice; filter by clientId or salesOrderId too`;
        throw invalidField(['query', 'toInvoice'], why, true);
      }
      const ids: string[] = [];
      for (let from = 0; from < found.length; from += BATCH) {
        ids.push(...(await ofBatch(orgId, found.slice(from, from + BATCH), deadline)));
      }
      return ids;
    },
  };
}

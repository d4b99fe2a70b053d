import { add, type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import type { Reader } from '#chassis/invariants/database.ts';
import { byOrg, type Fault, type Invariant, invariantOf } from '#chassis/invariants/invariant.ts';
import { invoiceStatuses } from '#proto/finance/v1/invoice.contract.ts';
import { changeExposure, type Exposure } from '../credit/domain/credit.ts';
import type { DeliveryNote } from '../delivery-notes/domain/delivery-note.ts';
import { invoicedBy, unpaidOf } from '../invoices/domain/exposure.ts';
import type { Invoice } from '../invoices/domain/invoice.ts';
import { isIssued } from '../invoices/domain/invoice-status.ts';
import { quantitiesOf } from '../invoices/domain/invoiced-quantities.ts';
import { exposureChange as exposureOfOrder } from '../orders/domain/exposure.ts';
import { invoicedOf } from '../orders/domain/invoicing.ts';
import { NOTHING, sumByLine } from '../orders/domain/line-quantities.ts';
import type { Order } from '../orders/domain/order.ts';

type StoredOrder = Omit<Order, 'id'> & { _id: string };
type StoredInvoice = Invoice & { _id: string };
type Note = Pick<DeliveryNote, 'lineItems'>;

/** Documents per batch. A document has up to 500 lines, so batches are small. */
const PAGE = 20;
const ISSUED = invoiceStatuses.filter(isIssued);
const INVOICE_FIELDS = ['salesOrderId', 'clientId', 'currency', 'status', 'invoiceType', 'totalAmount', 'paidAmount'];

/** The shipped quantity of an order's line is the sum of its delivery notes (decisions 7: Order lines). */
const shipped = invariantOf<StoredOrder>(
  { name: 'shipped', collection: 'orders', fields: ['orgId', 'lineItems.id', 'lineItems.shippedQty'], page: PAGE },
  (rows, reader) =>
    byOrg(rows, async (orgId, own) => {
      const filter = {
        orgId,
        salesOrderId: { $in: own.map(({ _id }) => _id) },
        status: { $in: ['shipped', 'delivered'] },
      };
      const fields = ['lineItems.salesOrderLineItemId', 'lineItems.qty'];
      const notes = await reader.find<Note>('delivery_notes', filter, fields);
      const leftBy = new Map<string, Decimal>();
      for (const { salesOrderLineItemId: id, qty } of notes.flatMap(({ lineItems }) => lineItems)) {
        if (id !== null) leftBy.set(id, add(leftBy.get(id) ?? parseDecimal(0), parseDecimal(qty)));
      }
      const faults: Fault[] = [];
      for (const { _id, lineItems } of own) {
        for (const { id, shippedQty } of lineItems) {
          const due = toNumber(leftBy.get(id) ?? parseDecimal(0));
          leftBy.delete(id);
          const says = `${shippedQty} of line ${id} are shipped, by its delivery notes ${due}`;
          if (due !== shippedQty) faults.push({ orgId, record: `order ${_id}`, says });
        }
      }
      const gone = [...leftBy.keys()].map((id) => ({
        orgId,
        record: `line ${id}`,
        says: 'is shipped, and its order lacks it',
      }));
      return [...faults, ...gone];
    }),
);

/** The invoiced quantity of an order's line is the sum of its invoices (decisions 7: Order lines). */
const invoicedQuantities = invariantOf<StoredOrder>(
  {
    name: 'invoiced quantities',
    collection: 'orders',
    fields: ['orgId', 'lineItems.id', 'lineItems.invoicedQty'],
    page: PAGE,
  },
  (rows, reader) =>
    byOrg(rows, async (orgId, own) => {
      const filter = { orgId, salesOrderId: { $in: own.map(({ _id }) => _id) }, status: { $in: ISSUED } };
      const fields = ['invoiceType', 'lineItems.salesOrderLineItemId', 'lineItems.qty'];
      const invoices = await reader.find<StoredInvoice>('invoices', filter, fields);
      const due = sumByLine(invoices.flatMap((invoice) => [...quantitiesOf(invoice)]));
      return own.flatMap(({ _id, lineItems }) =>
        lineItems.flatMap((line) => {
          const [stored, sum] = [invoicedOf(line), due.get(line.id) ?? NOTHING];
          const says = `${stored} of line ${line.id} are invoiced, by its invoices ${sum}`;
          return stored.eq(sum) ? [] : [{ orgId, record: `order ${_id}`, says }];
        }),
      );
    }),
);

/** The invoiced amount of an order is the sum of its invoices (decisions 7: Credit). */
const invoiced = invariantOf<StoredOrder>(
  { name: 'invoiced', collection: 'orders', fields: ['orgId', 'invoiced'] },
  (rows, reader) =>
    byOrg(rows, async (orgId, own) => {
      const filter = { orgId, salesOrderId: { $in: own.map(({ _id }) => _id) } };
      const invoices = await reader.find<StoredInvoice>('invoices', filter, INVOICE_FIELDS);
      const invoicesOf = Map.groupBy(invoices, ({ salesOrderId }) => salesOrderId);
      return own.flatMap(({ _id, invoiced: stored }) => {
        const changes = (invoicesOf.get(_id) ?? []).map((invoice) => {
          return { currency: invoice.currency ?? '', amount: invoicedBy(invoice) };
        });
        return unequal(`order ${_id}`, orgId, {
          field: 'invoiced',
          stored: stored ?? {},
          due: changeExposure({}, changes),
        });
      });
    }),
);

/**
 * The credit of a client is the sum of its orders and invoices (decisions 7: Credit). The checked names are
 * `<org>:<client>`.
 */
const credit: Invariant = {
  name: 'credit',
  async *pages(database) {
    yield* database.ids('credit', { page: 1 });
    for (const collection of ['orders', 'invoices']) {
      for await (const orgId of database.values(collection, 'orgId')) {
        for await (const clientId of database.values(collection, 'clientId', { orgId })) {
          const name = `${orgId}:${clientId}`;
          if (!(await database.has('credit', { _id: name }))) yield [name];
        }
      }
    }
  },
  async faults(reader, names) {
    const faults: Fault[] = [];
    for (const name of names) {
      const [orgId = '', clientId = ''] = name.split(':');
      const [kept] = await reader.find<{ exposure: Exposure }>('credit', { _id: name });
      const due = await exposureOf(reader, orgId, clientId);
      faults.push(
        ...unequal(`client ${clientId}`, orgId, { field: 'what it owes', stored: kept?.exposure ?? {}, due }),
      );
    }
    return faults;
  },
};

async function exposureOf(reader: Reader, orgId: string, clientId: string): Promise<Exposure> {
  const fields = ['clientId', 'status', 'currency', 'totalAmount', 'invoiced'];
  const of = { orgId, clientId };
  const orders = await reader.find<Order>(
    'orders',
    { ...of, status: { $nin: ['draft', 'completed', 'cancelled'] } },
    fields,
  );
  const open = { ...of, status: { $nin: ['draft', 'paid', 'cancelled'] } };
  const invoices = await reader.find<StoredInvoice>('invoices', open, INVOICE_FIELDS);
  const byOrders = orders.flatMap((order) => exposureOfOrder(undefined, order)?.changes ?? []);
  const byInvoices = invoices.map((invoice) => ({ currency: invoice.currency ?? '', amount: unpaidOf(invoice) }));
  return changeExposure({}, [...byOrders, ...byInvoices]);
}

function unequal(
  record: string,
  orgId: string,
  { field, stored, due }: { field: string; stored: Exposure; due: Exposure },
): Fault[] {
  const text = (exposure: Exposure) => JSON.stringify(Object.fromEntries(Object.entries(exposure).sort()));
  if (text(stored) === text(due)) return [];
  return [{ orgId, record, says: `${field} is ${text(stored)}, and its documents come to ${text(due)}` }];
}

export const ordersAndWhatFollows: readonly Invariant[] = [shipped, invoicedQuantities, invoiced, credit];

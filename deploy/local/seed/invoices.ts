import type { Api } from './api.ts';
import type { Catalog, StoredStyle } from './catalog.ts';
import { invoices, type PlannedInvoice } from './data/invoices.ts';
import type { Orders } from './orders.ts';

export interface StoredInvoice {
  id: string;
  invoiceNumber: string;
  status: string;
  currency: string;
  totalAmount: number;
}

/** The stored invoices, by number. */
export type Invoices = Map<string, StoredInvoice>;

interface StoredOrder {
  taxRate: number;
  lineItems: { id: string; styleId: string; skuId: string; qty: number; unitPrice: number }[];
}

/** Adds the missing invoices, and issues those that are drafts. */
export async function addInvoices(api: Api, catalog: Catalog, orders: Orders): Promise<Invoices> {
  const all = await api.all<StoredInvoice>('/api/v1/invoices');
  const known = new Map(all.map((invoice) => [invoice.invoiceNumber, invoice]));
  const added: Invoices = new Map();
  for (const planned of invoices) {
    const stored = known.get(planned.invoiceNumber) ?? (await create(api, planned, catalog, orders));
    if (stored.status === 'draft') await api.send('POST', `/api/v1/invoices/${stored.id}/issue`);
    added.set(planned.invoiceNumber, stored);
  }
  return added;
}

async function create(
  api: Api,
  { invoiceNumber, shipment, issuedDate, dueDate }: PlannedInvoice,
  catalog: Catalog,
  orders: Orders,
): Promise<StoredInvoice> {
  const salesOrderId = orders.get(shipment.order.notes);
  const { taxRate, lineItems: ordered } = await api.get<StoredOrder>(`/api/v1/orders/${salesOrderId}`);
  const nameOf = namesOf([...catalog.styles.values()]);
  const lineItems = ordered.map(({ id, skuId, qty, unitPrice }) => ({
    salesOrderLineItemId: id,
    description: nameOf.get(skuId),
    qty: shipment.qtyOf(qty),
    unitPrice,
  }));
  const body = { invoiceNumber, invoiceType: 'standard', salesOrderId, issuedDate, dueDate, taxRate, lineItems };
  return api.send('POST', '/api/v1/invoices', body);
}

/** Names of SKUs, by their ids. */
const namesOf = (styles: StoredStyle[]): Map<string, string> =>
  new Map(styles.flatMap(({ name, skus }) => skus.map(({ id, color, size }) => [id, `${name}, ${color}, ${size}`])));

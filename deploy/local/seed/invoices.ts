import type { Api } from './api.ts';
import { invoices, type PlannedInvoice } from './data/invoices.ts';
import type { Shipments } from './shipments.ts';

export interface StoredInvoice {
  id: string;
  invoiceNumber: string;
  status: string;
  currency: string;
  totalAmount: number;
}

/** The stored invoices, by number. */
export type Invoices = Map<string, StoredInvoice>;

/** Adds the missing invoices, and issues those that are drafts. */
export async function addInvoices(api: Api, shipments: Shipments): Promise<Invoices> {
  const all = await api.all<StoredInvoice>('/api/v1/invoices');
  const known = new Map(all.map((invoice) => [invoice.invoiceNumber, invoice]));
  const added: Invoices = new Map();
  for (const planned of invoices) {
    const stored = known.get(planned.invoiceNumber) ?? (await create(api, planned, shipments));
    if (stored.status === 'draft') await api.send('POST', `/api/v1/invoices/${stored.id}/issue`);
    added.set(planned.invoiceNumber, stored);
  }
  return added;
}

function create(
  api: Api,
  { invoiceNumber, shipment, issuedDate, dueDate }: PlannedInvoice,
  shipments: Shipments,
): Promise<StoredInvoice> {
  const lines = { deliveryNoteId: shipments.get(shipment.notes), linesFrom: 'shipped' };
  return api.send('POST', '/api/v1/invoices', {
    invoiceNumber,
    invoiceType: 'standard',
    issuedDate,
    dueDate,
    ...lines,
  });
}

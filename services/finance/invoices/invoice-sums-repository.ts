import type { Store } from '#chassis/mongo/mongo.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import { type KeptSums, keptSums } from '../documents/kept-sums-repository.ts';
import type { Invoice } from './domain/invoice.ts';
import { type CountedInvoice, invoiceCells, OPEN_PART } from './domain/invoice-cells.ts';
import { invoiceModel } from './invoice-model.ts';

/** An invoice as the sums count it. */
export type SummedInvoice = CountedInvoice & Pick<Invoice, 'id' | 'orgId' | 'clientId' | 'isCounted'>;

/** Unpaid amounts of clients by due day, and taxes by month and rate (ADR 65). */
export type InvoiceSums = KeptSums<SummedInvoice>;

/** The fields of SummedInvoice. */
const FIELDS = {
  orgId: 1,
  clientId: 1,
  isCounted: 1,
  revision: 1,
  status: 1,
  invoiceType: 1,
  currency: 1,
  dueDate: 1,
  issuedDate: 1,
  taxRate: 1,
  subtotal: 1,
  taxAmount: 1,
  totalAmount: 1,
  paidAmount: 1,
  'lineItems.amount': 1,
  'lineItems.taxRate': 1,
} as const;

/** An earlier version drops the field when it changes an invoice. */
const UNCOUNTED = { isCounted: null };
export const UNCOUNTED_INVOICES = { filter: UNCOUNTED, fields: [], isUncounted: () => true };

export function invoiceSums(store: Pick<Store, 'connection'>): InvoiceSums {
  const { collection } = recordModel(store.connection, invoiceModel);
  return keptSums<SummedInvoice>({
    store,
    collection: 'invoice_sums',
    root: OPEN_PART,
    isCounted: ({ isCounted }) => isCounted === true,
    markOf: () => ({ filter: UNCOUNTED, set: { isCounted: true } }),
    partyOf: ({ orgId, clientId }) => ({ orgId, partyId: clientId ?? '' }),
    cellsOf: invoiceCells,
    async *documentsOf({ session }, { orgId, partyId }) {
      const filter = { orgId, clientId: partyId === '' ? null : partyId };
      const found = collection.find(filter as never, { projection: FIELDS, session });
      for await (const { _id, ...invoice } of found) yield { id: _id, ...invoice } as never;
    },
  });
}

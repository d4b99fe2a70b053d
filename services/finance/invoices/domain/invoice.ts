import { lifecycle } from '#chassis/domain/lifecycle.ts';
import { type RecordState, type View, viewOf } from '#chassis/domain/record.ts';
import { invoice } from '#proto/finance/v1/invoice.contract.ts';
import { sharedDateSortKey } from '../../documents/domain/sort-keys.ts';
import type { InvoiceAmounts } from './invoice-amounts.ts';
import type { InvoiceLine } from './invoice-line.ts';
import type { InvoiceMove, InvoiceStatus } from './invoice-status.ts';
import { leftOf } from './payment.ts';

/** An invoice to a client (decisions 6: Invoice). */
export interface Invoice extends RecordState, InvoiceAmounts {
  invoiceNumber: string;
  invoiceType: string | null;
  salesOrderId: string | null;
  clientId: string | null;
  /** The client's present name. It is not stored. */
  clientName: string | null;
  /** ISO 4217 code; null if the caller, the order, the client and the org have no currency. */
  currency: string | null;
  /** The sum of the invoice's payments. */
  paidAmount: number;
  /** The text that the caller sent. */
  issuedDate: string | null;
  dueDate: string | null;
  status: InvoiceStatus;
  notes: string | null;
  lineItems: InvoiceLine[];
}

/** An invoice in replies. The attributes of lines are JSON text. */
export type InvoiceView = Omit<View<Invoice>, 'lineItems'> & {
  remainingBalance: number | null;
  lineItems: (InvoiceLine & { invoiceId: string })[];
};

export function invoiceView(invoice: Invoice): InvoiceView {
  const { lineItems, ...shown } = viewOf(invoice);
  const { id: invoiceId, totalAmount, paidAmount } = invoice;
  return {
    ...shown,
    remainingBalance: leftOf(totalAmount, paidAmount),
    lineItems: lineItems.map((line) => ({ ...line, invoiceId })),
  };
}

/** The data of events. The attributes of lines are objects. */
function toldOf(invoice: Invoice): object {
  const { lineItems, ...shown } = invoiceView(invoice);
  return {
    ...shown,
    lineItems: lineItems.map((line) => ({ ...line, attributes: JSON.parse(line.attributes) as object })),
  };
}

/** The order and the client of an invoice. */
export interface Subject {
  salesOrderId: string | null;
  clientId: string | null;
  clientName: string | null;
}

export interface Writing {
  actorId: string;
  now: Date;
  newId: () => string;
}

/** Today in the org's time zone, as an ISO 8601 date. */
export interface Today {
  today: string;
}

export const life = lifecycle<Invoice, InvoiceMove, InvoiceStatus, 'invoice', object>({ ...invoice, show: toldOf });

export type InvoiceDecision = ReturnType<typeof life.created>;

/** Sort keys of fields whose stored text does not sort by date. */
export const invoiceSortKeys = {
  issuedDate: (invoice: Invoice) => sharedDateSortKey(invoice.issuedDate, invoice),
  dueDate: (invoice: Invoice) => sharedDateSortKey(invoice.dueDate, invoice),
};

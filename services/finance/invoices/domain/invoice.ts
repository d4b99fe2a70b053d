import { lifecycle } from '#chassis/domain/lifecycle.ts';
import { type StateOf, type View, viewOf } from '#chassis/domain/record.ts';
import { invoice, type Invoice as ShownInvoice } from '#proto/finance/v1/invoice.contract.ts';
import { NO_TERMS } from '../../documents/domain/amounts.ts';
import type { CancelledDraft } from '../../documents/domain/cancelled-draft.ts';
import { NO_NAMES, type OrderedGoods } from '../../documents/domain/named-line.ts';
import { amountSortKeys, sharedAmountSortKey, sharedDateSortKey } from '../../documents/domain/sort-keys.ts';
import { taxesOf } from '../../documents/domain/taxes.ts';
import type { InvoiceLine } from './invoice-line.ts';
import type { InvoiceMove, InvoiceStatus } from './invoice-status.ts';
import { unpaidAmount } from './payment.ts';

/** An invoice to a client (decisions 6: Invoice). */
export interface Invoice
  extends Omit<StateOf<ShownInvoice>, 'remainingBalance' | 'taxes' | 'lineItems' | Later | Numbers>,
    CancelledDraft {
  lineItems: InvoiceLine[];
  discountTaken: number | null;
  creditedAmount: number | null;
  allocatedAmount: number | null;
  /** True if the number is of the org's series. Callers do not see it. */
  isNumbered?: boolean | null;
  /** True if its amounts are in the kept sums; null if an earlier version wrote it last. Callers do not see it. */
  isCounted?: boolean | null;
}

/** The numbers beside ids. They are looked up for each answer. */
type Numbers = 'orderNumber' | 'deliveryNoteNumber' | 'correctsInvoiceNumber';

/** The sums that are null in an invoice of an earlier version. */
type Later = 'discountTaken' | 'creditedAmount' | 'allocatedAmount';

/** The fields that callers do not see. */
type Hidden = 'isNumbered' | 'isCounted' | keyof CancelledDraft;

/** An invoice in replies. The attributes of lines are JSON text. */
export type InvoiceView = Omit<View<Invoice>, 'lineItems' | Hidden | Later> & {
  remainingBalance: number | null;
  taxes: ShownInvoice['taxes'];
} & Record<Later, number> & {
    lineItems: (Omit<InvoiceLine, keyof OrderedGoods> & { invoiceId: string })[];
  };

export function invoiceView(invoice: Invoice): InvoiceView {
  const { lineItems, isNumbered: _, isCounted: __, cancelledAsDraft: ___, ...shown } = viewOf(invoice);
  const { id: invoiceId, totalAmount, paidAmount } = invoice;
  return {
    ...shown,
    // A read that does not show the balance may not have read the paid amount.
    remainingBalance: unpaidAmount(totalAmount, (paidAmount as number | null) ?? 0),
    discountTaken: shown.discountTaken ?? 0,
    creditedAmount: shown.creditedAmount ?? 0,
    allocatedAmount: shown.allocatedAmount ?? 0,
    taxes: taxesOf(invoice),
    // A line of an earlier version has neither names nor terms.
    lineItems: lineItems.map(({ styleId: _, skuId: __, ...line }) => ({
      ...NO_NAMES,
      ...NO_TERMS,
      ...line,
      invoiceId,
    })),
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

/** Sort keys of fields whose stored value does not sort, is shared by many invoices, or is not stored. */
export const invoiceSortKeys = {
  issuedDate: (invoice: Invoice) => sharedDateSortKey(invoice.issuedDate, invoice),
  dueDate: (invoice: Invoice) => sharedDateSortKey(invoice.dueDate, invoice),
  ...amountSortKeys('subtotal', 'taxAmount', 'paidAmount', 'discountTaken', 'creditedAmount', 'allocatedAmount'),
  remainingBalance: (invoice: Invoice) =>
    sharedAmountSortKey(unpaidAmount(invoice.totalAmount, invoice.paidAmount), invoice),
};

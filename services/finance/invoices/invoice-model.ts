import { LOOKED_UP, type RecordModel } from '#chassis/records/record-model.ts';
import { dateSortKey } from '../documents/domain/sort-keys.ts';
import { type Invoice, invoiceSortKeys } from './domain/invoice.ts';
import { isCreditNote, isOpen, resource } from './domain/invoice-status.ts';
import { isOwing, leftOf } from './domain/payment.ts';

/** The stored field that holds the start of the due date, in epoch milliseconds; null if nothing is to be paid. */
export const DUE = 'due';
/** The stored field that holds the unpaid amount; null unless the client has to pay the invoice. */
export const REMAINING = 'remaining';

export const invoiceModel: RecordModel<Invoice> = {
  resource,
  collection: 'invoices',
  fields: {
    invoiceNumber: String,
    invoiceType: String,
    salesOrderId: String,
    clientId: String,
    clientName: LOOKED_UP,
    currency: String,
    subtotal: Number,
    taxRate: Number,
    taxAmount: Number,
    totalAmount: Number,
    paidAmount: Number,
    issuedDate: String,
    dueDate: String,
    // `overdue` is a stored status, so that lists by status can use an index.
    status: String,
    notes: String,
    // Up to 500 lines. Not typed, because no field of a line needs casting.
    lineItems: Array,
  },
  list: {
    sorts: ['issuedDate', 'dueDate', 'totalAmount', 'createdAt'],
    sortKeys: invoiceSortKeys,
    filters: ['status', 'clientId', 'salesOrderId'],
    searches: ['invoiceNumber'],
  },
  unique: ['invoiceNumber'],
  // Matching looks up invoices by the unpaid amount.
  lookUps: [REMAINING],
  derived: {
    [DUE]: (invoice) => (isOwing(invoice) ? dateSortKey(invoice.dueDate) : null),
    [REMAINING]: (invoice) =>
      isOpen(invoice.status) && !isCreditNote(invoice) ? leftOf(invoice.totalAmount, invoice.paidAmount) : null,
  },
};

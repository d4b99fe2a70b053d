import { LOOKED_UP, type RecordModel } from '#chassis/records/record-model.ts';
import { dateSortKey } from '../documents/domain/sort-keys.ts';
import { type Invoice, invoiceSortKeys } from './domain/invoice.ts';
import { isCreditNote, isOpen, resource } from './domain/invoice-status.ts';
import { isOwing, leftOf } from './domain/payment.ts';

/** The stored field that holds the instant of its dueDate; null where nothing is owed then. */
export const DUE = 'due';
/** The one that holds what is left to pay; null where nobody asks for it. */
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
    // As it is shown: one that is overdue is stored as such, so that lists are served from indexes.
    status: String,
    notes: String,
    // Up to 500, of which none needs casting.
    lineItems: Array,
  },
  list: {
    sorts: ['issuedDate', 'dueDate', 'totalAmount', 'createdAt'],
    sortKeys: invoiceSortKeys,
    filters: ['status', 'clientId', 'salesOrderId'],
    searches: ['invoiceNumber'],
  },
  unique: ['invoiceNumber'],
  // A bank line may have paid what remains.
  lookUps: [REMAINING],
  derived: {
    [DUE]: (invoice) => (isOwing(invoice) ? dateSortKey(invoice.dueDate) : null),
    [REMAINING]: (invoice) =>
      isOpen(invoice.status) && !isCreditNote(invoice) ? leftOf(invoice.totalAmount, invoice.paidAmount) : null,
  },
};

import type { Invoice } from './invoice.ts';
import type { Payment } from './payment.ts';

/** The fields that a client's statement reads. */
export const INVOICE_FIELDS = [
  ...['id', 'invoiceNumber', 'invoiceType', 'status', 'currency', 'issuedDate', 'dueDate'],
  ...['totalAmount', 'paidAmount', 'createdAt'],
] as const;
export const PAYMENT_FIELDS = [
  ...['id', 'invoiceId', 'amount', 'discount', 'date', 'reference', 'creditNoteId', 'allocatedInvoiceId', 'createdAt'],
] as const;

export type LedgerInvoice = Pick<Invoice, (typeof INVOICE_FIELDS)[number]>;
export type LedgerPayment = Pick<Payment, (typeof PAYMENT_FIELDS)[number]>;

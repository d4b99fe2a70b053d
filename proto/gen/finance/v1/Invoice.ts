// Original file: proto/finance/v1/invoice.proto

import type { InvoiceLine__Input as _finance_v1_InvoiceLine__Input, InvoiceLine as _finance_v1_InvoiceLine } from '../../finance/v1/InvoiceLine.ts';
import type { Tax__Input as _finance_v1_Tax__Input, Tax as _finance_v1_Tax } from '../../finance/v1/Tax.ts';

export interface Invoice__Input {
  'id'?: (string);
  'invoiceNumber'?: (string);
  'invoiceType'?: (string);
  'salesOrderId'?: (string);
  'clientId'?: (string);
  'clientName'?: (string);
  'currency'?: (string);
  'subtotal'?: (number | string);
  'taxRate'?: (number | string);
  'taxAmount'?: (number | string);
  'totalAmount'?: (number | string);
  'paidAmount'?: (number | string);
  'remainingBalance'?: (number | string);
  'issuedDate'?: (string);
  'dueDate'?: (string);
  'status'?: (string);
  'notes'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  'lineItems'?: (_finance_v1_InvoiceLine__Input)[];
  'internalNotes'?: (string);
  'deliveryNoteId'?: (string);
  'taxExemptionReason'?: (string);
  'taxes'?: (_finance_v1_Tax__Input)[];
  '_invoiceNumber'?: "invoiceNumber";
  '_invoiceType'?: "invoiceType";
  '_salesOrderId'?: "salesOrderId";
  '_clientId'?: "clientId";
  '_clientName'?: "clientName";
  '_currency'?: "currency";
  '_subtotal'?: "subtotal";
  '_taxRate'?: "taxRate";
  '_taxAmount'?: "taxAmount";
  '_totalAmount'?: "totalAmount";
  '_remainingBalance'?: "remainingBalance";
  '_issuedDate'?: "issuedDate";
  '_dueDate'?: "dueDate";
  '_notes'?: "notes";
  '_internalNotes'?: "internalNotes";
  '_deliveryNoteId'?: "deliveryNoteId";
  '_taxExemptionReason'?: "taxExemptionReason";
}

export interface Invoice {
  'id': (string);
  'invoiceNumber'?: (string);
  'invoiceType'?: (string);
  'salesOrderId'?: (string);
  'clientId'?: (string);
  'clientName'?: (string);
  'currency'?: (string);
  'subtotal'?: (number);
  'taxRate'?: (number);
  'taxAmount'?: (number);
  'totalAmount'?: (number);
  'paidAmount': (number);
  'remainingBalance'?: (number);
  'issuedDate'?: (string);
  'dueDate'?: (string);
  'status': (string);
  'notes'?: (string);
  'createdAt': (string);
  'updatedAt': (string);
  'lineItems': (_finance_v1_InvoiceLine)[];
  'internalNotes'?: (string);
  'deliveryNoteId'?: (string);
  'taxExemptionReason'?: (string);
  'taxes': (_finance_v1_Tax)[];
}

// Original file: proto/finance/v1/invoice.proto

import type { InvoiceLineInput__Input as _finance_v1_InvoiceLineInput__Input, InvoiceLineInput as _finance_v1_InvoiceLineInput } from '../../finance/v1/InvoiceLineInput.ts';

export interface InvoiceInput__Input {
  'invoiceNumber'?: (string);
  'invoiceType'?: (string);
  'salesOrderId'?: (string);
  'clientId'?: (string);
  'currency'?: (string);
  'subtotal'?: (number | string);
  'taxRate'?: (number | string);
  'taxAmount'?: (number | string);
  'totalAmount'?: (number | string);
  'paidAmount'?: (number | string);
  'remainingBalance'?: (number | string);
  'issuedDate'?: (string);
  'dueDate'?: (string);
  'notes'?: (string);
  'lineItems'?: (_finance_v1_InvoiceLineInput__Input)[];
  'status'?: (string);
  'internalNotes'?: (string);
  'linesFrom'?: (string);
  'deliveryNoteId'?: (string);
  'paymentTermsDays'?: (number);
  'discountPercent'?: (number | string);
  'discountDays'?: (number);
  'correctsInvoiceId'?: (string);
  'taxExemptionReason'?: (string);
  '_invoiceNumber'?: "invoiceNumber";
  '_invoiceType'?: "invoiceType";
  '_salesOrderId'?: "salesOrderId";
  '_clientId'?: "clientId";
  '_currency'?: "currency";
  '_subtotal'?: "subtotal";
  '_taxRate'?: "taxRate";
  '_taxAmount'?: "taxAmount";
  '_totalAmount'?: "totalAmount";
  '_paidAmount'?: "paidAmount";
  '_remainingBalance'?: "remainingBalance";
  '_issuedDate'?: "issuedDate";
  '_dueDate'?: "dueDate";
  '_notes'?: "notes";
  '_status'?: "status";
  '_internalNotes'?: "internalNotes";
  '_linesFrom'?: "linesFrom";
  '_deliveryNoteId'?: "deliveryNoteId";
  '_paymentTermsDays'?: "paymentTermsDays";
  '_discountPercent'?: "discountPercent";
  '_discountDays'?: "discountDays";
  '_correctsInvoiceId'?: "correctsInvoiceId";
  '_taxExemptionReason'?: "taxExemptionReason";
}

export interface InvoiceInput {
  'invoiceNumber'?: (string);
  'invoiceType'?: (string);
  'salesOrderId'?: (string);
  'clientId'?: (string);
  'currency'?: (string);
  'subtotal'?: (number);
  'taxRate'?: (number);
  'taxAmount'?: (number);
  'totalAmount'?: (number);
  'paidAmount'?: (number);
  'remainingBalance'?: (number);
  'issuedDate'?: (string);
  'dueDate'?: (string);
  'notes'?: (string);
  'lineItems': (_finance_v1_InvoiceLineInput)[];
  'status'?: (string);
  'internalNotes'?: (string);
  'linesFrom'?: (string);
  'deliveryNoteId'?: (string);
  'paymentTermsDays'?: (number);
  'discountPercent'?: (number);
  'discountDays'?: (number);
  'correctsInvoiceId'?: (string);
  'taxExemptionReason'?: (string);
}

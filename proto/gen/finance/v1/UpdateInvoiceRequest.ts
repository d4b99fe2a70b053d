// Original file: proto/finance/v1/invoice.proto

import type { InvoicePatch__Input as _finance_v1_InvoicePatch__Input, InvoicePatch as _finance_v1_InvoicePatch } from '../../finance/v1/InvoicePatch.ts';

export interface UpdateInvoiceRequest__Input {
  'id'?: (string);
  'patch'?: (_finance_v1_InvoicePatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateInvoiceRequest {
  'id': (string);
  'patch': (_finance_v1_InvoicePatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}

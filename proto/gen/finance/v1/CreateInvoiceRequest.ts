// Original file: proto/finance/v1/invoice.proto

import type { InvoiceInput__Input as _finance_v1_InvoiceInput__Input, InvoiceInput as _finance_v1_InvoiceInput } from '../../finance/v1/InvoiceInput.ts';

export interface CreateInvoiceRequest__Input {
  'invoice'?: (_finance_v1_InvoiceInput__Input | null);
}

export interface CreateInvoiceRequest {
  'invoice': (_finance_v1_InvoiceInput | null);
}

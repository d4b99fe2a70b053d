// Original file: proto/finance/v1/invoice.proto

import type { InvoicePayment__Input as _finance_v1_InvoicePayment__Input, InvoicePayment as _finance_v1_InvoicePayment } from '../../finance/v1/InvoicePayment.ts';

export interface InvoicePaymentPage__Input {
  'data'?: (_finance_v1_InvoicePayment__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface InvoicePaymentPage {
  'data': (_finance_v1_InvoicePayment)[];
  'total': (number);
  'next'?: (string);
}

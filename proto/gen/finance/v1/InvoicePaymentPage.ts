// Original file: proto/finance/v1/invoice.proto

import type { InvoicePayment__Input as _finance_v1_InvoicePayment__Input, InvoicePayment as _finance_v1_InvoicePayment } from '../../finance/v1/InvoicePayment.ts';
import type { ListTotals__Input as _common_v1_ListTotals__Input, ListTotals as _common_v1_ListTotals } from '../../common/v1/ListTotals.ts';

export interface InvoicePaymentPage__Input {
  'data'?: (_finance_v1_InvoicePayment__Input)[];
  'total'?: (number);
  'next'?: (string);
  'totals'?: (_common_v1_ListTotals__Input | null);
  '_next'?: "next";
}

export interface InvoicePaymentPage {
  'data': (_finance_v1_InvoicePayment)[];
  'total': (number);
  'next'?: (string);
  'totals': (_common_v1_ListTotals | null);
}

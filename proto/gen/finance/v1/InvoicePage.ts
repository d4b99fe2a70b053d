// Original file: proto/finance/v1/invoice.proto

import type { Invoice__Input as _finance_v1_Invoice__Input, Invoice as _finance_v1_Invoice } from '../../finance/v1/Invoice.ts';
import type { ListTotals__Input as _common_v1_ListTotals__Input, ListTotals as _common_v1_ListTotals } from '../../common/v1/ListTotals.ts';

export interface InvoicePage__Input {
  'data'?: (_finance_v1_Invoice__Input)[];
  'total'?: (number);
  'next'?: (string);
  'totals'?: (_common_v1_ListTotals__Input | null);
  '_next'?: "next";
}

export interface InvoicePage {
  'data': (_finance_v1_Invoice)[];
  'total': (number);
  'next'?: (string);
  'totals': (_common_v1_ListTotals | null);
}

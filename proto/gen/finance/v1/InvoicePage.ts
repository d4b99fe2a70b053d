// Original file: proto/finance/v1/invoice.proto

import type { Invoice__Input as _finance_v1_Invoice__Input, Invoice as _finance_v1_Invoice } from '../../finance/v1/Invoice.ts';

export interface InvoicePage__Input {
  'data'?: (_finance_v1_Invoice__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface InvoicePage {
  'data': (_finance_v1_Invoice)[];
  'total': (number);
  'next'?: (string);
}

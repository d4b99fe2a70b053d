// Original file: proto/finance/v1/report.proto

import type { ToInvoiceRow__Input as _finance_v1_ToInvoiceRow__Input, ToInvoiceRow as _finance_v1_ToInvoiceRow } from '../../finance/v1/ToInvoiceRow.ts';

export interface ToInvoice__Input {
  'rows'?: (_finance_v1_ToInvoiceRow__Input)[];
  'asOf'?: (string);
}

export interface ToInvoice {
  'rows': (_finance_v1_ToInvoiceRow)[];
  'asOf': (string);
}

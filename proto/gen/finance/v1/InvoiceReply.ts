// Original file: proto/finance/v1/invoice.proto

import type { Invoice__Input as _finance_v1_Invoice__Input, Invoice as _finance_v1_Invoice } from '../../finance/v1/Invoice.ts';

export interface InvoiceReply__Input {
  'record'?: (_finance_v1_Invoice__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface InvoiceReply {
  'record': (_finance_v1_Invoice | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}

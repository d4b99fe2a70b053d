// Original file: proto/finance/v1/delivery_note.proto

import type { DeliveryNote__Input as _finance_v1_DeliveryNote__Input, DeliveryNote as _finance_v1_DeliveryNote } from '../../finance/v1/DeliveryNote.ts';
import type { ListTotals__Input as _common_v1_ListTotals__Input, ListTotals as _common_v1_ListTotals } from '../../common/v1/ListTotals.ts';

export interface DeliveryNotePage__Input {
  'data'?: (_finance_v1_DeliveryNote__Input)[];
  'total'?: (number);
  'next'?: (string);
  'totals'?: (_common_v1_ListTotals__Input | null);
  '_next'?: "next";
}

export interface DeliveryNotePage {
  'data': (_finance_v1_DeliveryNote)[];
  'total': (number);
  'next'?: (string);
  'totals': (_common_v1_ListTotals | null);
}

// Original file: proto/finance/v1/report.proto

import type { OpenPurchasesRow__Input as _finance_v1_OpenPurchasesRow__Input, OpenPurchasesRow as _finance_v1_OpenPurchasesRow } from '../../finance/v1/OpenPurchasesRow.ts';

export interface OpenPurchases__Input {
  'rows'?: (_finance_v1_OpenPurchasesRow__Input)[];
  'asOf'?: (string);
}

export interface OpenPurchases {
  'rows': (_finance_v1_OpenPurchasesRow)[];
  'asOf': (string);
}

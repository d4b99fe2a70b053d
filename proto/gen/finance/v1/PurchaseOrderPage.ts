// Original file: proto/finance/v1/purchase_order.proto

import type { PurchaseOrderOutline__Input as _finance_v1_PurchaseOrderOutline__Input, PurchaseOrderOutline as _finance_v1_PurchaseOrderOutline } from '../../finance/v1/PurchaseOrderOutline.ts';
import type { ListTotals__Input as _common_v1_ListTotals__Input, ListTotals as _common_v1_ListTotals } from '../../common/v1/ListTotals.ts';

export interface PurchaseOrderPage__Input {
  'data'?: (_finance_v1_PurchaseOrderOutline__Input)[];
  'total'?: (number);
  'next'?: (string);
  'totals'?: (_common_v1_ListTotals__Input | null);
  '_next'?: "next";
}

export interface PurchaseOrderPage {
  'data': (_finance_v1_PurchaseOrderOutline)[];
  'total': (number);
  'next'?: (string);
  'totals': (_common_v1_ListTotals | null);
}

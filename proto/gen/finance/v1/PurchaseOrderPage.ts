// Original file: proto/finance/v1/purchase_order.proto

import type { PurchaseOrderOutline__Input as _finance_v1_PurchaseOrderOutline__Input, PurchaseOrderOutline as _finance_v1_PurchaseOrderOutline } from '../../finance/v1/PurchaseOrderOutline.ts';

export interface PurchaseOrderPage__Input {
  'data'?: (_finance_v1_PurchaseOrderOutline__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface PurchaseOrderPage {
  'data': (_finance_v1_PurchaseOrderOutline)[];
  'total': (number);
  'next'?: (string);
}

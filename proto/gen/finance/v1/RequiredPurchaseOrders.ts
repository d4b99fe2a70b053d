// Original file: proto/finance/v1/requirement.proto

import type { PurchaseOrderOutline__Input as _finance_v1_PurchaseOrderOutline__Input, PurchaseOrderOutline as _finance_v1_PurchaseOrderOutline } from '../../finance/v1/PurchaseOrderOutline.ts';

export interface RequiredPurchaseOrders__Input {
  'purchaseOrders'?: (_finance_v1_PurchaseOrderOutline__Input)[];
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface RequiredPurchaseOrders {
  'purchaseOrders': (_finance_v1_PurchaseOrderOutline)[];
  'eventId': (string);
  'replayed': (boolean);
}

// Original file: proto/finance/v1/purchase_order.proto

import type { PurchaseOrder__Input as _finance_v1_PurchaseOrder__Input, PurchaseOrder as _finance_v1_PurchaseOrder } from '../../finance/v1/PurchaseOrder.ts';

export interface PurchaseOrderReply__Input {
  'record'?: (_finance_v1_PurchaseOrder__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface PurchaseOrderReply {
  'record': (_finance_v1_PurchaseOrder | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}

// Original file: proto/finance/v1/purchase_order.proto

import type { ReceivedItem__Input as _finance_v1_ReceivedItem__Input, ReceivedItem as _finance_v1_ReceivedItem } from '../../finance/v1/ReceivedItem.ts';

export interface ReceivePurchaseOrderRequest__Input {
  'id'?: (string);
  'expectedRevision'?: (number);
  'items'?: (_finance_v1_ReceivedItem__Input)[];
  '_expectedRevision'?: "expectedRevision";
}

export interface ReceivePurchaseOrderRequest {
  'id': (string);
  'expectedRevision'?: (number);
  'items': (_finance_v1_ReceivedItem)[];
}

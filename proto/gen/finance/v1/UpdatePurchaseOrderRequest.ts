// Original file: proto/finance/v1/purchase_order.proto

import type { PurchaseOrderPatch__Input as _finance_v1_PurchaseOrderPatch__Input, PurchaseOrderPatch as _finance_v1_PurchaseOrderPatch } from '../../finance/v1/PurchaseOrderPatch.ts';

export interface UpdatePurchaseOrderRequest__Input {
  'id'?: (string);
  'patch'?: (_finance_v1_PurchaseOrderPatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdatePurchaseOrderRequest {
  'id': (string);
  'patch': (_finance_v1_PurchaseOrderPatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}

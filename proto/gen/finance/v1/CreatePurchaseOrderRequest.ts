// Original file: proto/finance/v1/purchase_order.proto

import type { PurchaseOrderInput__Input as _finance_v1_PurchaseOrderInput__Input, PurchaseOrderInput as _finance_v1_PurchaseOrderInput } from '../../finance/v1/PurchaseOrderInput.ts';

export interface CreatePurchaseOrderRequest__Input {
  'order'?: (_finance_v1_PurchaseOrderInput__Input | null);
}

export interface CreatePurchaseOrderRequest {
  'order': (_finance_v1_PurchaseOrderInput | null);
}

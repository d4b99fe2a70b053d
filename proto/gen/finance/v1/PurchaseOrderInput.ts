// Original file: proto/finance/v1/purchase_order.proto

import type { PurchaseOrderItemInput__Input as _finance_v1_PurchaseOrderItemInput__Input, PurchaseOrderItemInput as _finance_v1_PurchaseOrderItemInput } from '../../finance/v1/PurchaseOrderItemInput.ts';

export interface PurchaseOrderInput__Input {
  'supplierId'?: (string);
  'currency'?: (string);
  'orderDate'?: (string);
  'expectedDeliveryDate'?: (string);
  'supplierRefPO'?: (string);
  'linkedMrId'?: (string);
  'taxRate'?: (string);
  'adjustment'?: (string);
  'notes'?: (string);
  'items'?: (_finance_v1_PurchaseOrderItemInput__Input)[];
  'status'?: (string);
  'taxExemptionReason'?: (string);
  '_currency'?: "currency";
  '_orderDate'?: "orderDate";
  '_expectedDeliveryDate'?: "expectedDeliveryDate";
  '_supplierRefPO'?: "supplierRefPO";
  '_linkedMrId'?: "linkedMrId";
  '_taxRate'?: "taxRate";
  '_adjustment'?: "adjustment";
  '_notes'?: "notes";
  '_status'?: "status";
  '_taxExemptionReason'?: "taxExemptionReason";
}

export interface PurchaseOrderInput {
  'supplierId': (string);
  'currency'?: (string);
  'orderDate'?: (string);
  'expectedDeliveryDate'?: (string);
  'supplierRefPO'?: (string);
  'linkedMrId'?: (string);
  'taxRate'?: (string);
  'adjustment'?: (string);
  'notes'?: (string);
  'items': (_finance_v1_PurchaseOrderItemInput)[];
  'status'?: (string);
  'taxExemptionReason'?: (string);
}

// Original file: proto/finance/v1/purchase_order.proto

import type { PurchaseOrderVersionOutline__Input as _finance_v1_PurchaseOrderVersionOutline__Input, PurchaseOrderVersionOutline as _finance_v1_PurchaseOrderVersionOutline } from '../../finance/v1/PurchaseOrderVersionOutline.ts';
import type { PurchaseOrderItem__Input as _finance_v1_PurchaseOrderItem__Input, PurchaseOrderItem as _finance_v1_PurchaseOrderItem } from '../../finance/v1/PurchaseOrderItem.ts';
import type { ExactTax__Input as _finance_v1_ExactTax__Input, ExactTax as _finance_v1_ExactTax } from '../../finance/v1/ExactTax.ts';

export interface PurchaseOrder__Input {
  'id'?: (string);
  'internalId'?: (string);
  'status'?: (string);
  'supplierId'?: (string);
  'supplierName'?: (string);
  'orderDate'?: (string);
  'currency'?: (string);
  'currentVersion'?: (number);
  'versions'?: (_finance_v1_PurchaseOrderVersionOutline__Input)[];
  'subtotal'?: (string);
  'taxRate'?: (string);
  'taxAmount'?: (string);
  'adjustment'?: (string);
  'total'?: (string);
  'supplierRefPO'?: (string);
  'expectedDeliveryDate'?: (string);
  'linkedMrId'?: (string);
  'notes'?: (string);
  'createdAt'?: (string);
  'createdBy'?: (string);
  'updatedAt'?: (string);
  'items'?: (_finance_v1_PurchaseOrderItem__Input)[];
  'taxExemptionReason'?: (string);
  'taxes'?: (_finance_v1_ExactTax__Input)[];
  'createdByName'?: (string);
  '_supplierRefPO'?: "supplierRefPO";
  '_expectedDeliveryDate'?: "expectedDeliveryDate";
  '_linkedMrId'?: "linkedMrId";
  '_notes'?: "notes";
  '_taxExemptionReason'?: "taxExemptionReason";
  '_createdByName'?: "createdByName";
}

export interface PurchaseOrder {
  'id': (string);
  'internalId': (string);
  'status': (string);
  'supplierId': (string);
  'supplierName': (string);
  'orderDate': (string);
  'currency': (string);
  'currentVersion': (number);
  'versions': (_finance_v1_PurchaseOrderVersionOutline)[];
  'subtotal': (string);
  'taxRate': (string);
  'taxAmount': (string);
  'adjustment': (string);
  'total': (string);
  'supplierRefPO'?: (string);
  'expectedDeliveryDate'?: (string);
  'linkedMrId'?: (string);
  'notes'?: (string);
  'createdAt': (string);
  'createdBy': (string);
  'updatedAt': (string);
  'items': (_finance_v1_PurchaseOrderItem)[];
  'taxExemptionReason'?: (string);
  'taxes': (_finance_v1_ExactTax)[];
  'createdByName'?: (string);
}

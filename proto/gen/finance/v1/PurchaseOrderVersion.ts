// Original file: proto/finance/v1/purchase_order.proto

import type { PurchaseOrderItem__Input as _finance_v1_PurchaseOrderItem__Input, PurchaseOrderItem as _finance_v1_PurchaseOrderItem } from '../../finance/v1/PurchaseOrderItem.ts';
import type { ExactTax__Input as _finance_v1_ExactTax__Input, ExactTax as _finance_v1_ExactTax } from '../../finance/v1/ExactTax.ts';

export interface PurchaseOrderVersion__Input {
  'versionNumber'?: (number);
  'createdAt'?: (string);
  'createdById'?: (string);
  'itemCount'?: (number);
  'total'?: (string);
  'supplierId'?: (string);
  'currency'?: (string);
  'orderDate'?: (string);
  'expectedDeliveryDate'?: (string);
  'supplierRefPO'?: (string);
  'linkedMrId'?: (string);
  'subtotal'?: (string);
  'taxRate'?: (string);
  'taxAmount'?: (string);
  'adjustment'?: (string);
  'notes'?: (string);
  'items'?: (_finance_v1_PurchaseOrderItem__Input)[];
  'taxExemptionReason'?: (string);
  'taxes'?: (_finance_v1_ExactTax__Input)[];
  'supplierName'?: (string);
  'createdByName'?: (string);
  '_expectedDeliveryDate'?: "expectedDeliveryDate";
  '_supplierRefPO'?: "supplierRefPO";
  '_linkedMrId'?: "linkedMrId";
  '_notes'?: "notes";
  '_taxExemptionReason'?: "taxExemptionReason";
  '_supplierName'?: "supplierName";
  '_createdByName'?: "createdByName";
}

export interface PurchaseOrderVersion {
  'versionNumber': (number);
  'createdAt': (string);
  'createdById': (string);
  'itemCount': (number);
  'total': (string);
  'supplierId': (string);
  'currency': (string);
  'orderDate': (string);
  'expectedDeliveryDate'?: (string);
  'supplierRefPO'?: (string);
  'linkedMrId'?: (string);
  'subtotal': (string);
  'taxRate': (string);
  'taxAmount': (string);
  'adjustment': (string);
  'notes'?: (string);
  'items': (_finance_v1_PurchaseOrderItem)[];
  'taxExemptionReason'?: (string);
  'taxes': (_finance_v1_ExactTax)[];
  'supplierName'?: (string);
  'createdByName'?: (string);
}

// Original file: proto/finance/v1/purchase_order.proto

import type { BoughtForOrder__Input as _finance_v1_BoughtForOrder__Input, BoughtForOrder as _finance_v1_BoughtForOrder } from '../../finance/v1/BoughtForOrder.ts';

export interface PurchaseOrderItem__Input {
  'id'?: (string);
  'lineNumber'?: (number);
  'description'?: (string);
  'managementAccountId'?: (string);
  'bomId'?: (string);
  'materialId'?: (string);
  'qty'?: (string);
  'unit'?: (string);
  'unitPrice'?: (string);
  'taxRate'?: (string);
  'amount'?: (string);
  'receivedQty'?: (string);
  'managementAccountName'?: (string);
  'managementAccountCode'?: (string);
  'bomNumber'?: (string);
  'materialName'?: (string);
  'materialSkuId'?: (string);
  'forOrders'?: (_finance_v1_BoughtForOrder__Input)[];
  '_managementAccountId'?: "managementAccountId";
  '_bomId'?: "bomId";
  '_materialId'?: "materialId";
  '_unit'?: "unit";
  '_taxRate'?: "taxRate";
  '_managementAccountName'?: "managementAccountName";
  '_managementAccountCode'?: "managementAccountCode";
  '_bomNumber'?: "bomNumber";
  '_materialName'?: "materialName";
  '_materialSkuId'?: "materialSkuId";
}

export interface PurchaseOrderItem {
  'id': (string);
  'lineNumber': (number);
  'description': (string);
  'managementAccountId'?: (string);
  'bomId'?: (string);
  'materialId'?: (string);
  'qty': (string);
  'unit'?: (string);
  'unitPrice': (string);
  'taxRate'?: (string);
  'amount': (string);
  'receivedQty': (string);
  'managementAccountName'?: (string);
  'managementAccountCode'?: (string);
  'bomNumber'?: (string);
  'materialName'?: (string);
  'materialSkuId'?: (string);
  'forOrders': (_finance_v1_BoughtForOrder)[];
}

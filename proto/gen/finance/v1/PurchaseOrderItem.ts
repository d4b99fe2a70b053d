// Original file: proto/finance/v1/purchase_order.proto


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
  '_managementAccountId'?: "managementAccountId";
  '_bomId'?: "bomId";
  '_materialId'?: "materialId";
  '_unit'?: "unit";
  '_taxRate'?: "taxRate";
  '_managementAccountName'?: "managementAccountName";
  '_managementAccountCode'?: "managementAccountCode";
  '_bomNumber'?: "bomNumber";
  '_materialName'?: "materialName";
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
}

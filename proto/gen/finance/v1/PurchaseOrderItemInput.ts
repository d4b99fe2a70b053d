// Original file: proto/finance/v1/purchase_order.proto


export interface PurchaseOrderItemInput__Input {
  'id'?: (string);
  'description'?: (string);
  'managementAccountId'?: (string);
  'bomId'?: (string);
  'materialId'?: (string);
  'qty'?: (string);
  'unit'?: (string);
  'unitPrice'?: (string);
  'taxRate'?: (string);
  '_id'?: "id";
  '_managementAccountId'?: "managementAccountId";
  '_bomId'?: "bomId";
  '_materialId'?: "materialId";
  '_unit'?: "unit";
  '_taxRate'?: "taxRate";
}

export interface PurchaseOrderItemInput {
  'id'?: (string);
  'description': (string);
  'managementAccountId'?: (string);
  'bomId'?: (string);
  'materialId'?: (string);
  'qty': (string);
  'unit'?: (string);
  'unitPrice': (string);
  'taxRate'?: (string);
}

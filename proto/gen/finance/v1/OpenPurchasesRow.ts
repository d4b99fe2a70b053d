// Original file: proto/finance/v1/report.proto


export interface OpenPurchasesRow__Input {
  'purchaseOrderId'?: (string);
  'supplierId'?: (string);
  'supplierName'?: (string);
  'supplierRefPO'?: (string);
  'itemId'?: (string);
  'lineNumber'?: (number);
  'description'?: (string);
  'materialId'?: (string);
  'materialName'?: (string);
  'unit'?: (string);
  'orderedQty'?: (string);
  'receivedQty'?: (string);
  'leftQty'?: (string);
  'unitPrice'?: (string);
  'leftAmount'?: (string);
  'currency'?: (string);
  'expectedDeliveryDate'?: (string);
  'isLate'?: (boolean);
  '_supplierName'?: "supplierName";
  '_supplierRefPO'?: "supplierRefPO";
  '_materialId'?: "materialId";
  '_materialName'?: "materialName";
  '_unit'?: "unit";
  '_expectedDeliveryDate'?: "expectedDeliveryDate";
}

export interface OpenPurchasesRow {
  'purchaseOrderId': (string);
  'supplierId': (string);
  'supplierName'?: (string);
  'supplierRefPO'?: (string);
  'itemId': (string);
  'lineNumber': (number);
  'description': (string);
  'materialId'?: (string);
  'materialName'?: (string);
  'unit'?: (string);
  'orderedQty': (string);
  'receivedQty': (string);
  'leftQty': (string);
  'unitPrice': (string);
  'leftAmount': (string);
  'currency': (string);
  'expectedDeliveryDate'?: (string);
  'isLate': (boolean);
}

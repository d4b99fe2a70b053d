// Original file: proto/finance/v1/purchase_order.proto


export interface PurchaseOrderOutline__Input {
  'id'?: (string);
  'supplierName'?: (string);
  'orderDate'?: (string);
  'total'?: (string);
  'currency'?: (string);
  'status'?: (string);
  'createdAt'?: (string);
  'createdBy'?: (string);
  'expectedDeliveryDate'?: (string);
  'createdByName'?: (string);
  '_expectedDeliveryDate'?: "expectedDeliveryDate";
  '_createdByName'?: "createdByName";
}

export interface PurchaseOrderOutline {
  'id': (string);
  'supplierName': (string);
  'orderDate': (string);
  'total': (string);
  'currency': (string);
  'status': (string);
  'createdAt': (string);
  'createdBy': (string);
  'expectedDeliveryDate'?: (string);
  'createdByName'?: (string);
}

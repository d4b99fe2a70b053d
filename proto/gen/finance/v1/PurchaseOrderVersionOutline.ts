// Original file: proto/finance/v1/purchase_order.proto


export interface PurchaseOrderVersionOutline__Input {
  'versionNumber'?: (number);
  'createdAt'?: (string);
  'createdById'?: (string);
  'itemCount'?: (number);
  'total'?: (string);
  'createdByName'?: (string);
  '_createdByName'?: "createdByName";
}

export interface PurchaseOrderVersionOutline {
  'versionNumber': (number);
  'createdAt': (string);
  'createdById': (string);
  'itemCount': (number);
  'total': (string);
  'createdByName'?: (string);
}

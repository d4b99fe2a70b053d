// Original file: proto/finance/v1/purchase_order.proto


export interface PurchaseOrderVersionOutline__Input {
  'versionNumber'?: (number);
  'createdAt'?: (string);
  'createdById'?: (string);
  'itemCount'?: (number);
  'total'?: (string);
}

export interface PurchaseOrderVersionOutline {
  'versionNumber': (number);
  'createdAt': (string);
  'createdById': (string);
  'itemCount': (number);
  'total': (string);
}

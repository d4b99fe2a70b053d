// Original file: proto/finance/v1/purchase_order.proto


export interface GetPurchaseOrderVersionRequest__Input {
  'id'?: (string);
  'versionNumber'?: (number);
}

export interface GetPurchaseOrderVersionRequest {
  'id': (string);
  'versionNumber': (number);
}

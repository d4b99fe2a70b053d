// Original file: proto/finance/v1/requirement.proto


export interface CreateRequiredPurchaseOrdersRequest__Input {
  'orders'?: (string)[];
}

export interface CreateRequiredPurchaseOrdersRequest {
  'orders': (string)[];
}

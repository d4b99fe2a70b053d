// Original file: proto/finance/v1/order.proto


export interface GetOrderVersionRequest__Input {
  'id'?: (string);
  'versionNumber'?: (number);
}

export interface GetOrderVersionRequest {
  'id': (string);
  'versionNumber': (number);
}

// Original file: proto/finance/v1/report.proto


export interface GetOrderBookRequest__Input {
  'clientId'?: (string);
  'styleId'?: (string);
  '_clientId'?: "clientId";
  '_styleId'?: "styleId";
}

export interface GetOrderBookRequest {
  'clientId'?: (string);
  'styleId'?: (string);
}

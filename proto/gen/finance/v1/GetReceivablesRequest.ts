// Original file: proto/finance/v1/report.proto


export interface GetReceivablesRequest__Input {
  'clientId'?: (string);
  'currency'?: (string);
  '_clientId'?: "clientId";
  '_currency'?: "currency";
}

export interface GetReceivablesRequest {
  'clientId'?: (string);
  'currency'?: (string);
}

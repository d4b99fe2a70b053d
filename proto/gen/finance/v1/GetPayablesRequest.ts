// Original file: proto/finance/v1/report.proto


export interface GetPayablesRequest__Input {
  'supplierId'?: (string);
  'currency'?: (string);
  '_supplierId'?: "supplierId";
  '_currency'?: "currency";
}

export interface GetPayablesRequest {
  'supplierId'?: (string);
  'currency'?: (string);
}

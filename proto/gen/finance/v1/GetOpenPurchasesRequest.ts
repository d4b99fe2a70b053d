// Original file: proto/finance/v1/report.proto


export interface GetOpenPurchasesRequest__Input {
  'supplierId'?: (string);
  '_supplierId'?: "supplierId";
}

export interface GetOpenPurchasesRequest {
  'supplierId'?: (string);
}

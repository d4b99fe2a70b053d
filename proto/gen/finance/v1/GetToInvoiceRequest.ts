// Original file: proto/finance/v1/report.proto


export interface GetToInvoiceRequest__Input {
  'clientId'?: (string);
  '_clientId'?: "clientId";
}

export interface GetToInvoiceRequest {
  'clientId'?: (string);
}

// Original file: proto/finance/v1/report.proto


export interface GetTaxReportRequest__Input {
  'from'?: (string);
  'to'?: (string);
  'currency'?: (string);
  '_from'?: "from";
  '_to'?: "to";
  '_currency'?: "currency";
}

export interface GetTaxReportRequest {
  'from'?: (string);
  'to'?: (string);
  'currency'?: (string);
}

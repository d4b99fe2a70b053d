// Original file: proto/finance/v1/report.proto


export interface TaxReportRow__Input {
  'month'?: (string);
  'currency'?: (string);
  'rate'?: (number | string);
  'base'?: (number | string);
  'amount'?: (number | string);
  '_month'?: "month";
  '_rate'?: "rate";
}

export interface TaxReportRow {
  'month'?: (string);
  'currency': (string);
  'rate'?: (number);
  'base': (number);
  'amount': (number);
}

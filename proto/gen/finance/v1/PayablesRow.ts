// Original file: proto/finance/v1/report.proto


export interface PayablesRow__Input {
  'supplierId'?: (string);
  'supplierName'?: (string);
  'currency'?: (string);
  'current'?: (string);
  'days1To30'?: (string);
  'days31To60'?: (string);
  'days61To90'?: (string);
  'daysOver90'?: (string);
  'prepaid'?: (string);
  'total'?: (string);
  'toCome'?: (string);
  '_supplierName'?: "supplierName";
}

export interface PayablesRow {
  'supplierId': (string);
  'supplierName'?: (string);
  'currency': (string);
  'current': (string);
  'days1To30': (string);
  'days31To60': (string);
  'days61To90': (string);
  'daysOver90': (string);
  'prepaid': (string);
  'total': (string);
  'toCome': (string);
}

// Original file: proto/finance/v1/report.proto


export interface ReceivablesRow__Input {
  'clientId'?: (string);
  'clientName'?: (string);
  'currency'?: (string);
  'current'?: (number | string);
  'days1To30'?: (number | string);
  'days31To60'?: (number | string);
  'days61To90'?: (number | string);
  'daysOver90'?: (number | string);
  'credits'?: (number | string);
  'total'?: (number | string);
  '_clientId'?: "clientId";
  '_clientName'?: "clientName";
}

export interface ReceivablesRow {
  'clientId'?: (string);
  'clientName'?: (string);
  'currency': (string);
  'current': (number);
  'days1To30': (number);
  'days31To60': (number);
  'days61To90': (number);
  'daysOver90': (number);
  'credits': (number);
  'total': (number);
}

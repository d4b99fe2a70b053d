// Original file: proto/finance/v1/report.proto


export interface ClientStatementRow__Input {
  'currency'?: (string);
  'date'?: (string);
  'kind'?: (string);
  'invoiceId'?: (string);
  'invoiceNumber'?: (string);
  'dueDate'?: (string);
  'reference'?: (string);
  'amount'?: (number | string);
  'balance'?: (number | string);
  '_date'?: "date";
  '_invoiceId'?: "invoiceId";
  '_invoiceNumber'?: "invoiceNumber";
  '_dueDate'?: "dueDate";
  '_reference'?: "reference";
  '_amount'?: "amount";
}

export interface ClientStatementRow {
  'currency': (string);
  'date'?: (string);
  'kind': (string);
  'invoiceId'?: (string);
  'invoiceNumber'?: (string);
  'dueDate'?: (string);
  'reference'?: (string);
  'amount'?: (number);
  'balance': (number);
}

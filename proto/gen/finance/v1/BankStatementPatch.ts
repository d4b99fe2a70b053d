// Original file: proto/finance/v1/bank_statement.proto


export interface BankStatementPatch__Input {
  'bankName'?: (string);
  'accountNumber'?: (string);
  'currency'?: (string);
  'statementDate'?: (string);
  'transactionDate'?: (string);
  'balance'?: (number | string);
  'amount'?: (number | string);
  'description'?: (string);
  'fileUrl'?: (string);
  '_bankName'?: "bankName";
  '_accountNumber'?: "accountNumber";
  '_currency'?: "currency";
  '_statementDate'?: "statementDate";
  '_transactionDate'?: "transactionDate";
  '_balance'?: "balance";
  '_amount'?: "amount";
  '_description'?: "description";
  '_fileUrl'?: "fileUrl";
}

export interface BankStatementPatch {
  'bankName'?: (string);
  'accountNumber'?: (string);
  'currency'?: (string);
  'statementDate'?: (string);
  'transactionDate'?: (string);
  'balance'?: (number);
  'amount'?: (number);
  'description'?: (string);
  'fileUrl'?: (string);
}

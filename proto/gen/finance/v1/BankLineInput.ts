// Original file: proto/finance/v1/bank_statement.proto


export interface BankLineInput__Input {
  'transactionDate'?: (string);
  'description'?: (string);
  'referenceNo'?: (string);
  'debit'?: (number | string);
  'credit'?: (number | string);
  'balance'?: (number | string);
  'amount'?: (number | string);
  'attributes'?: (string);
  '_transactionDate'?: "transactionDate";
  '_description'?: "description";
  '_referenceNo'?: "referenceNo";
  '_debit'?: "debit";
  '_credit'?: "credit";
  '_balance'?: "balance";
  '_amount'?: "amount";
  '_attributes'?: "attributes";
}

export interface BankLineInput {
  'transactionDate'?: (string);
  'description'?: (string);
  'referenceNo'?: (string);
  'debit'?: (number);
  'credit'?: (number);
  'balance'?: (number);
  'amount'?: (number);
  'attributes'?: (string);
}

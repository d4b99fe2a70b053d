// Original file: proto/finance/v1/bank_account.proto


export interface BankAccountInput__Input {
  'name'?: (string);
  'bankName'?: (string);
  'accountNumber'?: (string);
  'bic'?: (string);
  'currency'?: (string);
  'isPrinted'?: (boolean);
  'status'?: (string);
  '_name'?: "name";
  '_bankName'?: "bankName";
  '_accountNumber'?: "accountNumber";
  '_bic'?: "bic";
  '_currency'?: "currency";
  '_isPrinted'?: "isPrinted";
  '_status'?: "status";
}

export interface BankAccountInput {
  'name'?: (string);
  'bankName'?: (string);
  'accountNumber'?: (string);
  'bic'?: (string);
  'currency'?: (string);
  'isPrinted'?: (boolean);
  'status'?: (string);
}

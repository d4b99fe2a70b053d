// Original file: proto/finance/v1/bank_account.proto


export interface BankAccount__Input {
  'id'?: (string);
  'name'?: (string);
  'bankName'?: (string);
  'accountNumber'?: (string);
  'bic'?: (string);
  'currency'?: (string);
  'isPrinted'?: (boolean);
  'status'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  '_bankName'?: "bankName";
  '_bic'?: "bic";
  '_currency'?: "currency";
}

export interface BankAccount {
  'id': (string);
  'name': (string);
  'bankName'?: (string);
  'accountNumber': (string);
  'bic'?: (string);
  'currency'?: (string);
  'isPrinted': (boolean);
  'status': (string);
  'createdAt': (string);
  'updatedAt': (string);
}

// Original file: proto/finance/v1/bank_statement.proto


export interface BankLineSuggestion__Input {
  'type'?: (string);
  'id'?: (string);
  'number'?: (string);
  'amount'?: (number | string);
  'partyName'?: (string);
  '_partyName'?: "partyName";
}

export interface BankLineSuggestion {
  'type': (string);
  'id': (string);
  'number': (string);
  'amount': (number);
  'partyName'?: (string);
}

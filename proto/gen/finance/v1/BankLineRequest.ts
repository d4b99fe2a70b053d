// Original file: proto/finance/v1/bank_statement.proto


export interface BankLineRequest__Input {
  'id'?: (string);
  'lineId'?: (string);
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface BankLineRequest {
  'id': (string);
  'lineId': (string);
  'expectedRevision'?: (number);
}

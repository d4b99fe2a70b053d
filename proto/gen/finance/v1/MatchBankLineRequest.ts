// Original file: proto/finance/v1/bank_statement.proto


export interface MatchBankLineRequest__Input {
  'id'?: (string);
  'lineId'?: (string);
  'expectedRevision'?: (number);
  'targetType'?: (string);
  'targetId'?: (string);
  '_expectedRevision'?: "expectedRevision";
}

export interface MatchBankLineRequest {
  'id': (string);
  'lineId': (string);
  'expectedRevision'?: (number);
  'targetType': (string);
  'targetId': (string);
}

// Original file: proto/finance/v1/report.proto


export interface GetClientStatementRequest__Input {
  'clientId'?: (string);
  'from'?: (string);
  'to'?: (string);
  '_from'?: "from";
  '_to'?: "to";
}

export interface GetClientStatementRequest {
  'clientId': (string);
  'from'?: (string);
  'to'?: (string);
}

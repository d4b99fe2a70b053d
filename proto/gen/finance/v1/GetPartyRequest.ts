// Original file: proto/finance/v1/finance.proto


export interface GetPartyRequest__Input {
  'kind'?: (string);
  'id'?: (string);
}

export interface GetPartyRequest {
  'kind': (string);
  'id': (string);
}

// Original file: proto/finance/v1/finance.proto


export interface Party__Input {
  'kind'?: (string);
  'id'?: (string);
  'name'?: (string);
}

export interface Party {
  'kind': (string);
  'id': (string);
  'name': (string);
}

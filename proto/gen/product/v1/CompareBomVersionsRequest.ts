// Original file: proto/product/v1/bom.proto


export interface CompareBomVersionsRequest__Input {
  'id'?: (string);
  'versionA'?: (string);
  'versionB'?: (string);
}

export interface CompareBomVersionsRequest {
  'id': (string);
  'versionA': (string);
  'versionB': (string);
}

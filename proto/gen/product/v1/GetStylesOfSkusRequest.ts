// Original file: proto/product/v1/snapshot.proto


export interface GetStylesOfSkusRequest__Input {
  'keys'?: (string)[];
}

export interface GetStylesOfSkusRequest {
  'keys': (string)[];
}

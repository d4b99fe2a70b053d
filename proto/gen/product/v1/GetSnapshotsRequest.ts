// Original file: proto/product/v1/snapshot.proto


export interface GetSnapshotsRequest__Input {
  'kind'?: (string);
  'keys'?: (string)[];
}

export interface GetSnapshotsRequest {
  'kind': (string);
  'keys': (string)[];
}

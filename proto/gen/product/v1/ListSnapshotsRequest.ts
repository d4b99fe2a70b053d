// Original file: proto/product/v1/snapshot.proto


export interface ListSnapshotsRequest__Input {
  'kind'?: (string);
  'limit'?: (number);
  'after'?: (string);
  '_after'?: "after";
}

export interface ListSnapshotsRequest {
  'kind': (string);
  'limit': (number);
  'after'?: (string);
}

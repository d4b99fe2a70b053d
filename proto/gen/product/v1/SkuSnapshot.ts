// Original file: proto/product/v1/snapshot.proto


export interface SkuSnapshot__Input {
  'id'?: (string);
  'documentId'?: (string);
  'color'?: (string);
  'size'?: (string);
}

export interface SkuSnapshot {
  'id': (string);
  'documentId': (string);
  'color': (string);
  'size': (string);
}

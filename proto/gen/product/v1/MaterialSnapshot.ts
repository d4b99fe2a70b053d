// Original file: proto/product/v1/snapshot.proto


export interface MaterialSnapshot__Input {
  'orgId'?: (string);
  'revision'?: (number);
  'id'?: (string);
  'documentId'?: (string);
  'name'?: (string);
  'status'?: (string);
  'unit'?: (string);
  '_unit'?: "unit";
}

export interface MaterialSnapshot {
  'orgId': (string);
  'revision': (number);
  'id': (string);
  'documentId': (string);
  'name': (string);
  'status': (string);
  'unit'?: (string);
}

// Original file: proto/product/v1/snapshot.proto


export interface BomSnapshot__Input {
  'orgId'?: (string);
  'revision'?: (number);
  'id'?: (string);
  'documentId'?: (string);
  'styleId'?: (string);
  'status'?: (string);
}

export interface BomSnapshot {
  'orgId': (string);
  'revision': (number);
  'id': (string);
  'documentId': (string);
  'styleId': (string);
  'status': (string);
}

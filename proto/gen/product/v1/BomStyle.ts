// Original file: proto/product/v1/bom.proto


export interface BomStyle__Input {
  'id'?: (string);
  'documentId'?: (string);
  'name'?: (string);
  'refId'?: (string);
  '_documentId'?: "documentId";
  '_name'?: "name";
  '_refId'?: "refId";
}

export interface BomStyle {
  'id': (string);
  'documentId'?: (string);
  'name'?: (string);
  'refId'?: (string);
}

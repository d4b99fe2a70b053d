// Original file: proto/product/v1/bom.proto


export interface BomLineItemRequest__Input {
  'id'?: (string);
  'version'?: (string);
  'lineItemId'?: (string);
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface BomLineItemRequest {
  'id': (string);
  'version': (string);
  'lineItemId': (string);
  'expectedRevision'?: (number);
}

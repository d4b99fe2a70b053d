// Original file: proto/product/v1/bom.proto


export interface RejectBomRequest__Input {
  'id'?: (string);
  'expectedRevision'?: (number);
  'rejectionReason'?: (string);
  '_expectedRevision'?: "expectedRevision";
  '_rejectionReason'?: "rejectionReason";
}

export interface RejectBomRequest {
  'id': (string);
  'expectedRevision'?: (number);
  'rejectionReason'?: (string);
}

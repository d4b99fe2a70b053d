// Original file: proto/identity/v1/api_key.proto


export interface RotateApiKeyRequest__Input {
  'id'?: (string);
  'expectedRevision'?: (number);
  'overlap_seconds'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface RotateApiKeyRequest {
  'id': (string);
  'expectedRevision'?: (number);
  'overlap_seconds': (number);
}

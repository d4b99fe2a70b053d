// Original file: proto/notification/v1/notification.proto


export interface RedeliverRequest__Input {
  'id'?: (string);
  'delivery_id'?: (string);
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface RedeliverRequest {
  'id': (string);
  'delivery_id': (string);
  'expectedRevision'?: (number);
}

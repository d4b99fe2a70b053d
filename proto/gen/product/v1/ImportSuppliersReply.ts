// Original file: proto/product/v1/supplier.proto


export interface ImportSuppliersReply__Input {
  'created'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface ImportSuppliersReply {
  'created': (number);
  'eventId': (string);
  'replayed': (boolean);
}

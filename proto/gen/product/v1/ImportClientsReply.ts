// Original file: proto/product/v1/product.proto


export interface ImportClientsReply__Input {
  'created'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface ImportClientsReply {
  'created': (number);
  'eventId': (string);
  'replayed': (boolean);
}

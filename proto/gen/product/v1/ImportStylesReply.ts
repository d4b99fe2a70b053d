// Original file: proto/product/v1/style.proto


export interface ImportStylesReply__Input {
  'created'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface ImportStylesReply {
  'created': (number);
  'eventId': (string);
  'replayed': (boolean);
}

// Original file: proto/product/v1/material.proto


export interface ImportMaterialsReply__Input {
  'created'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface ImportMaterialsReply {
  'created': (number);
  'eventId': (string);
  'replayed': (boolean);
}

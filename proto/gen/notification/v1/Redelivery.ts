// Original file: proto/notification/v1/notification.proto


export interface Redelivery__Input {
  'id'?: (string);
  'webhook_id'?: (string);
  'event_id'?: (string);
  'event_type'?: (string);
  'attempt'?: (number);
  'replayed'?: (boolean);
}

export interface Redelivery {
  'id': (string);
  'webhook_id': (string);
  'event_id': (string);
  'event_type': (string);
  'attempt': (number);
  'replayed': (boolean);
}

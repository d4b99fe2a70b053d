// Original file: proto/notification/v1/notification.proto


export interface Recovery__Input {
  'webhook_id'?: (string);
  'since'?: (string);
  'until'?: (string);
  'replayed'?: (boolean);
  'eventId'?: (string);
}

export interface Recovery {
  'webhook_id': (string);
  'since': (string);
  'until': (string);
  'replayed': (boolean);
  'eventId': (string);
}

// Original file: proto/notification/v1/notification.proto


export interface WebhookKey__Input {
  'kid'?: (string);
  'x'?: (string);
}

export interface WebhookKey {
  'kid': (string);
  'x': (string);
}

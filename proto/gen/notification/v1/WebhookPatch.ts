// Original file: proto/notification/v1/notification.proto


export interface WebhookPatch__Input {
  'url'?: (string);
  'events'?: (string)[];
  'is_active'?: (boolean);
  'secret'?: (string);
  'description'?: (string);
  '_url'?: "url";
  '_is_active'?: "is_active";
  '_secret'?: "secret";
  '_description'?: "description";
}

export interface WebhookPatch {
  'url'?: (string);
  'events': (string)[];
  'is_active'?: (boolean);
  'secret'?: (string);
  'description'?: (string);
}

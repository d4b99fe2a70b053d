// Original file: proto/notification/v1/notification.proto


export interface WebhookInput__Input {
  'url'?: (string);
  'events'?: (string)[];
  'is_active'?: (boolean);
  'secret'?: (string);
  'description'?: (string);
  '_is_active'?: "is_active";
  '_secret'?: "secret";
  '_description'?: "description";
}

export interface WebhookInput {
  'url': (string);
  'events': (string)[];
  'is_active'?: (boolean);
  'secret'?: (string);
  'description'?: (string);
}

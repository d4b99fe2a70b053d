// Original file: proto/notification/v1/notification.proto


export interface Webhook__Input {
  'id'?: (string);
  'org_id'?: (string);
  'url'?: (string);
  'events'?: (string)[];
  'is_active'?: (boolean);
  'created_at'?: (string);
  'created_by_id'?: (string);
  'updated_at'?: (string);
  'description'?: (string);
  '_created_by_id'?: "created_by_id";
  '_description'?: "description";
}

export interface Webhook {
  'id': (string);
  'org_id': (string);
  'url': (string);
  'events': (string)[];
  'is_active': (boolean);
  'created_at': (string);
  'created_by_id'?: (string);
  'updated_at': (string);
  'description'?: (string);
}

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
  'success_rate_24h'?: (number | string);
  'last_failure_at'?: (string);
  '_created_by_id'?: "created_by_id";
  '_description'?: "description";
  '_success_rate_24h'?: "success_rate_24h";
  '_last_failure_at'?: "last_failure_at";
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
  'success_rate_24h'?: (number);
  'last_failure_at'?: (string);
}

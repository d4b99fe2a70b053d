// Original file: proto/notification/v1/event.proto


export interface EventDelivery__Input {
  'id'?: (string);
  'webhook_id'?: (string);
  'attempt'?: (number);
  'status_code'?: (number);
  'duration_ms'?: (number);
  'delivered_at'?: (string);
  'success'?: (boolean);
  'next_attempt_at'?: (string);
  '_next_attempt_at'?: "next_attempt_at";
}

export interface EventDelivery {
  'id': (string);
  'webhook_id': (string);
  'attempt': (number);
  'status_code': (number);
  'duration_ms': (number);
  'delivered_at': (string);
  'success': (boolean);
  'next_attempt_at'?: (string);
}

// Original file: proto/notification/v1/notification.proto


export interface Delivery__Input {
  'id'?: (string);
  'event_id'?: (string);
  'event_type'?: (string);
  'attempt'?: (number);
  'payload'?: (string);
  'status_code'?: (number);
  'response_body'?: (string);
  'duration_ms'?: (number);
  'delivered_at'?: (string);
  'success'?: (boolean);
  'next_attempt_at'?: (string);
  '_next_attempt_at'?: "next_attempt_at";
}

export interface Delivery {
  'id': (string);
  'event_id': (string);
  'event_type': (string);
  'attempt': (number);
  'payload': (string);
  'status_code': (number);
  'response_body': (string);
  'duration_ms': (number);
  'delivered_at': (string);
  'success': (boolean);
  'next_attempt_at'?: (string);
}

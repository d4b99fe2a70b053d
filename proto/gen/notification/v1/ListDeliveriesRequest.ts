// Original file: proto/notification/v1/notification.proto


export interface ListDeliveriesRequest__Input {
  'webhook_id'?: (string);
  'limit'?: (number);
  'success'?: (boolean);
  'event_type'?: (string);
  'before'?: (string);
  '_success'?: "success";
  '_event_type'?: "event_type";
  '_before'?: "before";
}

export interface ListDeliveriesRequest {
  'webhook_id': (string);
  'limit': (number);
  'success'?: (boolean);
  'event_type'?: (string);
  'before'?: (string);
}

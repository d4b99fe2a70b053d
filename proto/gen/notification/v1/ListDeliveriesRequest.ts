// Original file: proto/notification/v1/notification.proto


export interface ListDeliveriesRequest__Input {
  'webhook_id'?: (string);
  'limit'?: (number);
  'success'?: (boolean);
  'event_type'?: (string);
  'before'?: (string);
  'after'?: (string);
  'delivered_from'?: (string);
  'delivered_to'?: (string);
  'oldest_first'?: (boolean);
  '_success'?: "success";
  '_event_type'?: "event_type";
  '_before'?: "before";
  '_after'?: "after";
  '_delivered_from'?: "delivered_from";
  '_delivered_to'?: "delivered_to";
  '_oldest_first'?: "oldest_first";
}

export interface ListDeliveriesRequest {
  'webhook_id': (string);
  'limit': (number);
  'success'?: (boolean);
  'event_type'?: (string);
  'before'?: (string);
  'after'?: (string);
  'delivered_from'?: (string);
  'delivered_to'?: (string);
  'oldest_first'?: (boolean);
}

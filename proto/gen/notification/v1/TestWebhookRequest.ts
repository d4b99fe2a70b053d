// Original file: proto/notification/v1/notification.proto


export interface TestWebhookRequest__Input {
  'id'?: (string);
  'expectedRevision'?: (number);
  'event_type'?: (string);
  '_expectedRevision'?: "expectedRevision";
  '_event_type'?: "event_type";
}

export interface TestWebhookRequest {
  'id': (string);
  'expectedRevision'?: (number);
  'event_type'?: (string);
}

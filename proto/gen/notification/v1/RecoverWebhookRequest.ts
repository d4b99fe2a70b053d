// Original file: proto/notification/v1/notification.proto


export interface RecoverWebhookRequest__Input {
  'id'?: (string);
  'since'?: (string);
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface RecoverWebhookRequest {
  'id': (string);
  'since': (string);
  'expectedRevision'?: (number);
}

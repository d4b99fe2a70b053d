// Original file: proto/notification/v1/notification.proto


export interface ListWebhookKeysRequest__Input {
  'org_id'?: (string);
}

export interface ListWebhookKeysRequest {
  'org_id': (string);
}

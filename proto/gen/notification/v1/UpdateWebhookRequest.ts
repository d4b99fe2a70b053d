// Original file: proto/notification/v1/notification.proto

import type { WebhookPatch__Input as _notification_v1_WebhookPatch__Input, WebhookPatch as _notification_v1_WebhookPatch } from '../../notification/v1/WebhookPatch.ts';

export interface UpdateWebhookRequest__Input {
  'id'?: (string);
  'patch'?: (_notification_v1_WebhookPatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateWebhookRequest {
  'id': (string);
  'patch': (_notification_v1_WebhookPatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}

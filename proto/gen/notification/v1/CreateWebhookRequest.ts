// Original file: proto/notification/v1/notification.proto

import type { WebhookInput__Input as _notification_v1_WebhookInput__Input, WebhookInput as _notification_v1_WebhookInput } from '../../notification/v1/WebhookInput.ts';

export interface CreateWebhookRequest__Input {
  'webhook'?: (_notification_v1_WebhookInput__Input | null);
}

export interface CreateWebhookRequest {
  'webhook': (_notification_v1_WebhookInput | null);
}

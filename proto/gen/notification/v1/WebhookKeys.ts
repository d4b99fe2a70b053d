// Original file: proto/notification/v1/notification.proto

import type { WebhookKey__Input as _notification_v1_WebhookKey__Input, WebhookKey as _notification_v1_WebhookKey } from '../../notification/v1/WebhookKey.ts';

export interface WebhookKeys__Input {
  'keys'?: (_notification_v1_WebhookKey__Input)[];
}

export interface WebhookKeys {
  'keys': (_notification_v1_WebhookKey)[];
}

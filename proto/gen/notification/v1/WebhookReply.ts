// Original file: proto/notification/v1/notification.proto

import type { Webhook__Input as _notification_v1_Webhook__Input, Webhook as _notification_v1_Webhook } from '../../notification/v1/Webhook.ts';

export interface WebhookReply__Input {
  'record'?: (_notification_v1_Webhook__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
  'secret'?: (string);
  '_secret'?: "secret";
}

export interface WebhookReply {
  'record': (_notification_v1_Webhook | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
  'secret'?: (string);
}

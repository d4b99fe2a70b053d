// Original file: proto/notification/v1/notification.proto

import type { Webhook__Input as _notification_v1_Webhook__Input, Webhook as _notification_v1_Webhook } from '../../notification/v1/Webhook.ts';

export interface WebhookPage__Input {
  'data'?: (_notification_v1_Webhook__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface WebhookPage {
  'data': (_notification_v1_Webhook)[];
  'total': (number);
  'next'?: (string);
}

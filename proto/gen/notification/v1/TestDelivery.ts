// Original file: proto/notification/v1/notification.proto

import type { Delivery__Input as _notification_v1_Delivery__Input, Delivery as _notification_v1_Delivery } from '../../notification/v1/Delivery.ts';

export interface TestDelivery__Input {
  'delivery'?: (_notification_v1_Delivery__Input | null);
  'signed_content'?: (string);
  'replayed'?: (boolean);
  'eventId'?: (string);
}

export interface TestDelivery {
  'delivery': (_notification_v1_Delivery | null);
  'signed_content': (string);
  'replayed': (boolean);
  'eventId': (string);
}

// Original file: proto/notification/v1/notification.proto

import type { Delivery__Input as _notification_v1_Delivery__Input, Delivery as _notification_v1_Delivery } from '../../notification/v1/Delivery.ts';

export interface DeliveryList__Input {
  'data'?: (_notification_v1_Delivery__Input)[];
  'next'?: (string);
  '_next'?: "next";
}

export interface DeliveryList {
  'data': (_notification_v1_Delivery)[];
  'next'?: (string);
}

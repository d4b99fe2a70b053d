// Original file: proto/notification/v1/event.proto

import type { EventSummary__Input as _notification_v1_EventSummary__Input, EventSummary as _notification_v1_EventSummary } from '../../notification/v1/EventSummary.ts';

export interface EventPage__Input {
  'data'?: (_notification_v1_EventSummary__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface EventPage {
  'data': (_notification_v1_EventSummary)[];
  'total': (number);
  'next'?: (string);
}

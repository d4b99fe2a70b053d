// Original file: proto/notification/v1/event.proto

import type { EventDelivery__Input as _notification_v1_EventDelivery__Input, EventDelivery as _notification_v1_EventDelivery } from '../../notification/v1/EventDelivery.ts';

export interface Event__Input {
  'id'?: (string);
  'type'?: (string);
  'timestamp'?: (string);
  'api_version'?: (string);
  'org_id'?: (string);
  'sequence'?: (number);
  'record_id'?: (string);
  'data'?: (string);
  'previous'?: (string);
  'comparison'?: (string);
  'truncated'?: (boolean);
  'test'?: (boolean);
  'deliveries'?: (_notification_v1_EventDelivery__Input)[];
  'has_more_deliveries'?: (boolean);
  '_record_id'?: "record_id";
  '_previous'?: "previous";
  '_comparison'?: "comparison";
  '_truncated'?: "truncated";
  '_test'?: "test";
}

export interface Event {
  'id': (string);
  'type': (string);
  'timestamp': (string);
  'api_version': (string);
  'org_id': (string);
  'sequence': (number);
  'record_id'?: (string);
  'data': (string);
  'previous'?: (string);
  'comparison'?: (string);
  'truncated'?: (boolean);
  'test'?: (boolean);
  'deliveries': (_notification_v1_EventDelivery)[];
  'has_more_deliveries': (boolean);
}

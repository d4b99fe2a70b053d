// Original file: proto/finance/v1/order.proto

import type { SalesOrder__Input as _finance_v1_SalesOrder__Input, SalesOrder as _finance_v1_SalesOrder } from '../../finance/v1/SalesOrder.ts';

export interface OrderReply__Input {
  'record'?: (_finance_v1_SalesOrder__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface OrderReply {
  'record': (_finance_v1_SalesOrder | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}

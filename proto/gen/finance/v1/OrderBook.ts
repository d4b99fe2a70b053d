// Original file: proto/finance/v1/report.proto

import type { OrderBookRow__Input as _finance_v1_OrderBookRow__Input, OrderBookRow as _finance_v1_OrderBookRow } from '../../finance/v1/OrderBookRow.ts';

export interface OrderBook__Input {
  'rows'?: (_finance_v1_OrderBookRow__Input)[];
  'asOf'?: (string);
}

export interface OrderBook {
  'rows': (_finance_v1_OrderBookRow)[];
  'asOf': (string);
}

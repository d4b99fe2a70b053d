// Original file: proto/finance/v1/order.proto

import type { SalesOrderInput__Input as _finance_v1_SalesOrderInput__Input, SalesOrderInput as _finance_v1_SalesOrderInput } from '../../finance/v1/SalesOrderInput.ts';

export interface CreateOrderRequest__Input {
  'order'?: (_finance_v1_SalesOrderInput__Input | null);
}

export interface CreateOrderRequest {
  'order': (_finance_v1_SalesOrderInput | null);
}

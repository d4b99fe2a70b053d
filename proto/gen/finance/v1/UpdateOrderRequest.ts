// Original file: proto/finance/v1/order.proto

import type { SalesOrderInput__Input as _finance_v1_SalesOrderInput__Input, SalesOrderInput as _finance_v1_SalesOrderInput } from '../../finance/v1/SalesOrderInput.ts';

export interface UpdateOrderRequest__Input {
  'id'?: (string);
  'patch'?: (_finance_v1_SalesOrderInput__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateOrderRequest {
  'id': (string);
  'patch': (_finance_v1_SalesOrderInput | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}

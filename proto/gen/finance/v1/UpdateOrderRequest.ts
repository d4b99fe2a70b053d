// Original file: proto/finance/v1/order.proto

import type { SalesOrderPatch__Input as _finance_v1_SalesOrderPatch__Input, SalesOrderPatch as _finance_v1_SalesOrderPatch } from '../../finance/v1/SalesOrderPatch.ts';

export interface UpdateOrderRequest__Input {
  'id'?: (string);
  'patch'?: (_finance_v1_SalesOrderPatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateOrderRequest {
  'id': (string);
  'patch': (_finance_v1_SalesOrderPatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}

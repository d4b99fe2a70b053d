// Original file: proto/finance/v1/order.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListOrdersRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'status'?: (string);
  'clientId'?: (string);
  'toInvoice'?: (boolean);
  'late'?: (boolean);
  'styleId'?: (string);
  'skuId'?: (string);
  '_status'?: "status";
  '_clientId'?: "clientId";
  '_toInvoice'?: "toInvoice";
  '_late'?: "late";
  '_styleId'?: "styleId";
  '_skuId'?: "skuId";
}

export interface ListOrdersRequest {
  'query': (_common_v1_ListQuery | null);
  'status'?: (string);
  'clientId'?: (string);
  'toInvoice'?: (boolean);
  'late'?: (boolean);
  'styleId'?: (string);
  'skuId'?: (string);
}

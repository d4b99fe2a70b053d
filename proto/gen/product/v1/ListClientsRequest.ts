// Original file: proto/product/v1/product.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListClientsRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'priceCategory'?: (string);
  'status'?: (string);
  '_priceCategory'?: "priceCategory";
  '_status'?: "status";
}

export interface ListClientsRequest {
  'query': (_common_v1_ListQuery | null);
  'priceCategory'?: (string);
  'status'?: (string);
}

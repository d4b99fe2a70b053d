// Original file: proto/product/v1/supplier.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListSuppliersRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'status'?: (string);
  '_status'?: "status";
}

export interface ListSuppliersRequest {
  'query': (_common_v1_ListQuery | null);
  'status'?: (string);
}

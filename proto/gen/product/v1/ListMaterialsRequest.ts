// Original file: proto/product/v1/material.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListMaterialsRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'type'?: (string);
  'supplierId'?: (string);
  'status'?: (string);
  '_type'?: "type";
  '_supplierId'?: "supplierId";
  '_status'?: "status";
}

export interface ListMaterialsRequest {
  'query': (_common_v1_ListQuery | null);
  'type'?: (string);
  'supplierId'?: (string);
  'status'?: (string);
}

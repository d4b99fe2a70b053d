// Original file: proto/product/v1/style.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListStylesRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'clientId'?: (string);
  'status'?: (string);
  'materialId'?: (string);
  '_clientId'?: "clientId";
  '_status'?: "status";
  '_materialId'?: "materialId";
}

export interface ListStylesRequest {
  'query': (_common_v1_ListQuery | null);
  'clientId'?: (string);
  'status'?: (string);
  'materialId'?: (string);
}

// Original file: proto/product/v1/bom.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListBomVersionsRequest__Input {
  'id'?: (string);
  'query'?: (_common_v1_ListQuery__Input | null);
}

export interface ListBomVersionsRequest {
  'id': (string);
  'query': (_common_v1_ListQuery | null);
}

// Original file: proto/identity/v1/org.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListOrgsRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
}

export interface ListOrgsRequest {
  'query': (_common_v1_ListQuery | null);
}

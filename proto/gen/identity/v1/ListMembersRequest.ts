// Original file: proto/identity/v1/user.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListMembersRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'role'?: (string);
  'is_active'?: (boolean);
  '_role'?: "role";
  '_is_active'?: "is_active";
}

export interface ListMembersRequest {
  'query': (_common_v1_ListQuery | null);
  'role'?: (string);
  'is_active'?: (boolean);
}

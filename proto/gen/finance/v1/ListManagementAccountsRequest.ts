// Original file: proto/finance/v1/management_account.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListManagementAccountsRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'type'?: (string);
  'category'?: (string);
  'isActive'?: (boolean);
  '_type'?: "type";
  '_category'?: "category";
  '_isActive'?: "isActive";
}

export interface ListManagementAccountsRequest {
  'query': (_common_v1_ListQuery | null);
  'type'?: (string);
  'category'?: (string);
  'isActive'?: (boolean);
}

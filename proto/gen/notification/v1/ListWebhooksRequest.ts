// Original file: proto/notification/v1/notification.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListWebhooksRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'is_active'?: (boolean);
  'is_failing'?: (boolean);
  '_is_active'?: "is_active";
  '_is_failing'?: "is_failing";
}

export interface ListWebhooksRequest {
  'query': (_common_v1_ListQuery | null);
  'is_active'?: (boolean);
  'is_failing'?: (boolean);
}

// Original file: proto/notification/v1/event.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListEventsRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'type'?: (string);
  'record_id'?: (string);
  'since'?: (string);
  '_type'?: "type";
  '_record_id'?: "record_id";
  '_since'?: "since";
}

export interface ListEventsRequest {
  'query': (_common_v1_ListQuery | null);
  'type'?: (string);
  'record_id'?: (string);
  'since'?: (string);
}

// Original file: proto/identity/v1/audit.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListAuditLogRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'actor'?: (string);
  'record'?: (string);
  'action'?: (string);
  'since'?: (string);
  '_actor'?: "actor";
  '_record'?: "record";
  '_action'?: "action";
  '_since'?: "since";
}

export interface ListAuditLogRequest {
  'query': (_common_v1_ListQuery | null);
  'actor'?: (string);
  'record'?: (string);
  'action'?: (string);
  'since'?: (string);
}

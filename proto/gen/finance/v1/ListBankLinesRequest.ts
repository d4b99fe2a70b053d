// Original file: proto/finance/v1/bank_statement.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListBankLinesRequest__Input {
  'id'?: (string);
  'query'?: (_common_v1_ListQuery__Input | null);
  'matchStatus'?: (string);
  '_matchStatus'?: "matchStatus";
}

export interface ListBankLinesRequest {
  'id': (string);
  'query': (_common_v1_ListQuery | null);
  'matchStatus'?: (string);
}

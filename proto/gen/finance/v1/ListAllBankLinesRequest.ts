// Original file: proto/finance/v1/bank_statement.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListAllBankLinesRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'matchStatus'?: (string);
  'toMatch'?: (boolean);
  '_matchStatus'?: "matchStatus";
  '_toMatch'?: "toMatch";
}

export interface ListAllBankLinesRequest {
  'query': (_common_v1_ListQuery | null);
  'matchStatus'?: (string);
  'toMatch'?: (boolean);
}

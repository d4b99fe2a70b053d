// Original file: proto/finance/v1/bank_statement.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListBankStatementsRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'accountNumber'?: (string);
  '_accountNumber'?: "accountNumber";
}

export interface ListBankStatementsRequest {
  'query': (_common_v1_ListQuery | null);
  'accountNumber'?: (string);
}

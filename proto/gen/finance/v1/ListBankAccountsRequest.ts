// Original file: proto/finance/v1/bank_account.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListBankAccountsRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'status'?: (string);
  'currency'?: (string);
  '_status'?: "status";
  '_currency'?: "currency";
}

export interface ListBankAccountsRequest {
  'query': (_common_v1_ListQuery | null);
  'status'?: (string);
  'currency'?: (string);
}

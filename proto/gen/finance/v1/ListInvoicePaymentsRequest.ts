// Original file: proto/finance/v1/invoice.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListInvoicePaymentsRequest__Input {
  'id'?: (string);
  'query'?: (_common_v1_ListQuery__Input | null);
}

export interface ListInvoicePaymentsRequest {
  'id': (string);
  'query': (_common_v1_ListQuery | null);
}

// Original file: proto/finance/v1/invoice.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListInvoicesRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'status'?: (string);
  'clientId'?: (string);
  'salesOrderId'?: (string);
  'correctsInvoiceId'?: (string);
  'styleId'?: (string);
  'skuId'?: (string);
  '_status'?: "status";
  '_clientId'?: "clientId";
  '_salesOrderId'?: "salesOrderId";
  '_correctsInvoiceId'?: "correctsInvoiceId";
  '_styleId'?: "styleId";
  '_skuId'?: "skuId";
}

export interface ListInvoicesRequest {
  'query': (_common_v1_ListQuery | null);
  'status'?: (string);
  'clientId'?: (string);
  'salesOrderId'?: (string);
  'correctsInvoiceId'?: (string);
  'styleId'?: (string);
  'skuId'?: (string);
}

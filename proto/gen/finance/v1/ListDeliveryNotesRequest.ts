// Original file: proto/finance/v1/delivery_note.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListDeliveryNotesRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'status'?: (string);
  'salesOrderId'?: (string);
  'clientId'?: (string);
  'styleId'?: (string);
  'skuId'?: (string);
  'toInvoice'?: (boolean);
  '_status'?: "status";
  '_salesOrderId'?: "salesOrderId";
  '_clientId'?: "clientId";
  '_styleId'?: "styleId";
  '_skuId'?: "skuId";
  '_toInvoice'?: "toInvoice";
}

export interface ListDeliveryNotesRequest {
  'query': (_common_v1_ListQuery | null);
  'status'?: (string);
  'salesOrderId'?: (string);
  'clientId'?: (string);
  'styleId'?: (string);
  'skuId'?: (string);
  'toInvoice'?: (boolean);
}

// Original file: proto/finance/v1/purchase_order.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListPurchaseOrdersRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'status'?: (string);
  'supplierId'?: (string);
  'materialId'?: (string);
  'materialSkuId'?: (string);
  '_status'?: "status";
  '_supplierId'?: "supplierId";
  '_materialId'?: "materialId";
  '_materialSkuId'?: "materialSkuId";
}

export interface ListPurchaseOrdersRequest {
  'query': (_common_v1_ListQuery | null);
  'status'?: (string);
  'supplierId'?: (string);
  'materialId'?: (string);
  'materialSkuId'?: (string);
}

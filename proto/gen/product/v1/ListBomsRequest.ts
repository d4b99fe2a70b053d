// Original file: proto/product/v1/bom.proto

import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from '../../common/v1/ListQuery.ts';

export interface ListBomsRequest__Input {
  'query'?: (_common_v1_ListQuery__Input | null);
  'styleId'?: (string);
  'status'?: (string);
  'materialId'?: (string);
  '_styleId'?: "styleId";
  '_status'?: "status";
  '_materialId'?: "materialId";
}

export interface ListBomsRequest {
  'query': (_common_v1_ListQuery | null);
  'styleId'?: (string);
  'status'?: (string);
  'materialId'?: (string);
}

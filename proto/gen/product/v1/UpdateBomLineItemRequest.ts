// Original file: proto/product/v1/bom.proto

import type { BomLineItemInput__Input as _product_v1_BomLineItemInput__Input, BomLineItemInput as _product_v1_BomLineItemInput } from '../../product/v1/BomLineItemInput.ts';

export interface UpdateBomLineItemRequest__Input {
  'id'?: (string);
  'version'?: (string);
  'lineItemId'?: (string);
  'expectedRevision'?: (number);
  'patch'?: (_product_v1_BomLineItemInput__Input | null);
  'fields'?: (string)[];
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateBomLineItemRequest {
  'id': (string);
  'version': (string);
  'lineItemId': (string);
  'expectedRevision'?: (number);
  'patch': (_product_v1_BomLineItemInput | null);
  'fields': (string)[];
}

// Original file: proto/product/v1/bom.proto

import type { BomLineItemInput__Input as _product_v1_BomLineItemInput__Input, BomLineItemInput as _product_v1_BomLineItemInput } from '../../product/v1/BomLineItemInput.ts';

export interface CreateBomLineItemRequest__Input {
  'id'?: (string);
  'version'?: (string);
  'expectedRevision'?: (number);
  'lineItem'?: (_product_v1_BomLineItemInput__Input | null);
  '_expectedRevision'?: "expectedRevision";
}

export interface CreateBomLineItemRequest {
  'id': (string);
  'version': (string);
  'expectedRevision'?: (number);
  'lineItem': (_product_v1_BomLineItemInput | null);
}

// Original file: proto/product/v1/bom.proto

import type { BomLineItemInput__Input as _product_v1_BomLineItemInput__Input, BomLineItemInput as _product_v1_BomLineItemInput } from '../../product/v1/BomLineItemInput.ts';

export interface ReplaceBomLineItemsRequest__Input {
  'id'?: (string);
  'version'?: (string);
  'expectedRevision'?: (number);
  'lineItems'?: (_product_v1_BomLineItemInput__Input)[];
  '_expectedRevision'?: "expectedRevision";
}

export interface ReplaceBomLineItemsRequest {
  'id': (string);
  'version': (string);
  'expectedRevision'?: (number);
  'lineItems': (_product_v1_BomLineItemInput)[];
}

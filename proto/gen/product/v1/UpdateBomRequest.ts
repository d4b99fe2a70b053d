// Original file: proto/product/v1/bom.proto

import type { BomPatch__Input as _product_v1_BomPatch__Input, BomPatch as _product_v1_BomPatch } from '../../product/v1/BomPatch.ts';

export interface UpdateBomRequest__Input {
  'id'?: (string);
  'patch'?: (_product_v1_BomPatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateBomRequest {
  'id': (string);
  'patch': (_product_v1_BomPatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}

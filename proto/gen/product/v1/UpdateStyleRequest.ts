// Original file: proto/product/v1/style.proto

import type { StylePatch__Input as _product_v1_StylePatch__Input, StylePatch as _product_v1_StylePatch } from '../../product/v1/StylePatch.ts';

export interface UpdateStyleRequest__Input {
  'id'?: (string);
  'patch'?: (_product_v1_StylePatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateStyleRequest {
  'id': (string);
  'patch': (_product_v1_StylePatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}

// Original file: proto/product/v1/style.proto

import type { StyleInput__Input as _product_v1_StyleInput__Input, StyleInput as _product_v1_StyleInput } from '../../product/v1/StyleInput.ts';

export interface UpdateStyleRequest__Input {
  'id'?: (string);
  'patch'?: (_product_v1_StyleInput__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateStyleRequest {
  'id': (string);
  'patch': (_product_v1_StyleInput | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}

// Original file: proto/product/v1/style.proto

import type { StyleInput__Input as _product_v1_StyleInput__Input, StyleInput as _product_v1_StyleInput } from '../../product/v1/StyleInput.ts';

export interface CreateStyleRequest__Input {
  'style'?: (_product_v1_StyleInput__Input | null);
}

export interface CreateStyleRequest {
  'style': (_product_v1_StyleInput | null);
}

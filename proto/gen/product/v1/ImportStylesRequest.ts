// Original file: proto/product/v1/style.proto

import type { StyleInput__Input as _product_v1_StyleInput__Input, StyleInput as _product_v1_StyleInput } from '../../product/v1/StyleInput.ts';

export interface ImportStylesRequest__Input {
  'styles'?: (_product_v1_StyleInput__Input)[];
}

export interface ImportStylesRequest {
  'styles': (_product_v1_StyleInput)[];
}

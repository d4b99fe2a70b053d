// Original file: proto/product/v1/bom.proto

import type { BomInput__Input as _product_v1_BomInput__Input, BomInput as _product_v1_BomInput } from '../../product/v1/BomInput.ts';

export interface CreateBomRequest__Input {
  'bom'?: (_product_v1_BomInput__Input | null);
}

export interface CreateBomRequest {
  'bom': (_product_v1_BomInput | null);
}

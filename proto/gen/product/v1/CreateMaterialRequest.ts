// Original file: proto/product/v1/material.proto

import type { MaterialInput__Input as _product_v1_MaterialInput__Input, MaterialInput as _product_v1_MaterialInput } from '../../product/v1/MaterialInput.ts';

export interface CreateMaterialRequest__Input {
  'material'?: (_product_v1_MaterialInput__Input | null);
}

export interface CreateMaterialRequest {
  'material': (_product_v1_MaterialInput | null);
}

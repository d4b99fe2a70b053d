// Original file: proto/product/v1/material.proto

import type { MaterialInput__Input as _product_v1_MaterialInput__Input, MaterialInput as _product_v1_MaterialInput } from '../../product/v1/MaterialInput.ts';

export interface ImportMaterialsRequest__Input {
  'materials'?: (_product_v1_MaterialInput__Input)[];
}

export interface ImportMaterialsRequest {
  'materials': (_product_v1_MaterialInput)[];
}

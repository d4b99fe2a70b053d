// Original file: proto/product/v1/material.proto

import type { MaterialPatch__Input as _product_v1_MaterialPatch__Input, MaterialPatch as _product_v1_MaterialPatch } from '../../product/v1/MaterialPatch.ts';

export interface UpdateMaterialRequest__Input {
  'id'?: (string);
  'patch'?: (_product_v1_MaterialPatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateMaterialRequest {
  'id': (string);
  'patch': (_product_v1_MaterialPatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}

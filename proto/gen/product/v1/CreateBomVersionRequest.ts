// Original file: proto/product/v1/bom.proto

import type { BomVersionInput__Input as _product_v1_BomVersionInput__Input, BomVersionInput as _product_v1_BomVersionInput } from '../../product/v1/BomVersionInput.ts';

export interface CreateBomVersionRequest__Input {
  'id'?: (string);
  'expectedRevision'?: (number);
  'version'?: (_product_v1_BomVersionInput__Input | null);
  '_expectedRevision'?: "expectedRevision";
}

export interface CreateBomVersionRequest {
  'id': (string);
  'expectedRevision'?: (number);
  'version': (_product_v1_BomVersionInput | null);
}

// Original file: proto/product/v1/snapshot.proto

import type { PackedSku__Input as _product_v1_PackedSku__Input, PackedSku as _product_v1_PackedSku } from '../../product/v1/PackedSku.ts';

export interface PackedKit__Input {
  'id'?: (string);
  'kittedBundle'?: (_product_v1_PackedSku__Input)[];
}

export interface PackedKit {
  'id': (string);
  'kittedBundle': (_product_v1_PackedSku)[];
}

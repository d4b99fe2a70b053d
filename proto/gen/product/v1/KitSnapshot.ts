// Original file: proto/product/v1/snapshot.proto

import type { PackedKit__Input as _product_v1_PackedKit__Input, PackedKit as _product_v1_PackedKit } from '../../product/v1/PackedKit.ts';

export interface KitSnapshot__Input {
  'orgId'?: (string);
  'revision'?: (number);
  'id'?: (string);
  'skus'?: (_product_v1_PackedKit__Input)[];
}

export interface KitSnapshot {
  'orgId': (string);
  'revision': (number);
  'id': (string);
  'skus': (_product_v1_PackedKit)[];
}

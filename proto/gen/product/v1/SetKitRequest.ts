// Original file: proto/product/v1/style.proto

import type { KitEntryInput__Input as _product_v1_KitEntryInput__Input, KitEntryInput as _product_v1_KitEntryInput } from '../../product/v1/KitEntryInput.ts';

export interface SetKitRequest__Input {
  'id'?: (string);
  'skuId'?: (string);
  'kittedBundle'?: (_product_v1_KitEntryInput__Input)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface SetKitRequest {
  'id': (string);
  'skuId': (string);
  'kittedBundle': (_product_v1_KitEntryInput)[];
  'expectedRevision'?: (number);
}

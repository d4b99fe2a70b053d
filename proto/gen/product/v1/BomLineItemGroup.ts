// Original file: proto/product/v1/bom.proto

import type { BomLineItem__Input as _product_v1_BomLineItem__Input, BomLineItem as _product_v1_BomLineItem } from '../../product/v1/BomLineItem.ts';

export interface BomLineItemGroup__Input {
  'category'?: (string);
  'items'?: (_product_v1_BomLineItem__Input)[];
}

export interface BomLineItemGroup {
  'category': (string);
  'items': (_product_v1_BomLineItem)[];
}

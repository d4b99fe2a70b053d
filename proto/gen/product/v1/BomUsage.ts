// Original file: proto/product/v1/bom.proto

import type { BomUsageItem__Input as _product_v1_BomUsageItem__Input, BomUsageItem as _product_v1_BomUsageItem } from '../../product/v1/BomUsageItem.ts';

export interface BomUsage__Input {
  'bomId'?: (string);
  'usageCount'?: (number);
  'items'?: (_product_v1_BomUsageItem__Input)[];
}

export interface BomUsage {
  'bomId': (string);
  'usageCount': (number);
  'items': (_product_v1_BomUsageItem)[];
}

// Original file: proto/product/v1/bom.proto

import type { BomVersionSummary__Input as _product_v1_BomVersionSummary__Input, BomVersionSummary as _product_v1_BomVersionSummary } from '../../product/v1/BomVersionSummary.ts';
import type { BomLineItemDiff__Input as _product_v1_BomLineItemDiff__Input, BomLineItemDiff as _product_v1_BomLineItemDiff } from '../../product/v1/BomLineItemDiff.ts';

export interface BomComparison__Input {
  'bomId'?: (string);
  'versionA'?: (_product_v1_BomVersionSummary__Input | null);
  'versionB'?: (_product_v1_BomVersionSummary__Input | null);
  'lineItemDiffs'?: (_product_v1_BomLineItemDiff__Input)[];
}

export interface BomComparison {
  'bomId': (string);
  'versionA': (_product_v1_BomVersionSummary | null);
  'versionB': (_product_v1_BomVersionSummary | null);
  'lineItemDiffs': (_product_v1_BomLineItemDiff)[];
}

// Original file: proto/product/v1/bom.proto

import type { BomVersionSummary__Input as _product_v1_BomVersionSummary__Input, BomVersionSummary as _product_v1_BomVersionSummary } from '../../product/v1/BomVersionSummary.ts';
import type { BomLineCost__Input as _product_v1_BomLineCost__Input, BomLineCost as _product_v1_BomLineCost } from '../../product/v1/BomLineCost.ts';
import type { BomCategoryCost__Input as _product_v1_BomCategoryCost__Input, BomCategoryCost as _product_v1_BomCategoryCost } from '../../product/v1/BomCategoryCost.ts';
import type { BomTotalCost__Input as _product_v1_BomTotalCost__Input, BomTotalCost as _product_v1_BomTotalCost } from '../../product/v1/BomTotalCost.ts';

export interface BomCost__Input {
  'bomId'?: (string);
  'version'?: (_product_v1_BomVersionSummary__Input | null);
  'lineItems'?: (_product_v1_BomLineCost__Input)[];
  'categories'?: (_product_v1_BomCategoryCost__Input)[];
  'total'?: (_product_v1_BomTotalCost__Input | null);
}

export interface BomCost {
  'bomId': (string);
  'version': (_product_v1_BomVersionSummary | null);
  'lineItems': (_product_v1_BomLineCost)[];
  'categories': (_product_v1_BomCategoryCost)[];
  'total': (_product_v1_BomTotalCost | null);
}

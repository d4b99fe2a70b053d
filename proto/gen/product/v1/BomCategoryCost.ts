// Original file: proto/product/v1/bom.proto

import type { BomAmount__Input as _product_v1_BomAmount__Input, BomAmount as _product_v1_BomAmount } from '../../product/v1/BomAmount.ts';
import type { BomCostDrift__Input as _product_v1_BomCostDrift__Input, BomCostDrift as _product_v1_BomCostDrift } from '../../product/v1/BomCostDrift.ts';

export interface BomCategoryCost__Input {
  'category'?: (string);
  'native'?: (_product_v1_BomAmount__Input)[];
  'costInUsd'?: (number | string);
  'todayInUsd'?: (number | string);
  'drift'?: (_product_v1_BomCostDrift__Input | null);
  'linesWithoutCost'?: (number);
  'linesWithoutTodayCost'?: (number);
}

export interface BomCategoryCost {
  'category': (string);
  'native': (_product_v1_BomAmount)[];
  'costInUsd': (number);
  'todayInUsd': (number);
  'drift': (_product_v1_BomCostDrift | null);
  'linesWithoutCost': (number);
  'linesWithoutTodayCost': (number);
}

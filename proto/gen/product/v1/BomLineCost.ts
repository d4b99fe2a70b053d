// Original file: proto/product/v1/bom.proto

import type { BomCostDrift__Input as _product_v1_BomCostDrift__Input, BomCostDrift as _product_v1_BomCostDrift } from '../../product/v1/BomCostDrift.ts';

export interface BomLineCost__Input {
  'lineItemId'?: (string);
  'category'?: (string);
  'description'?: (string);
  'materialId'?: (string);
  'materialName'?: (string);
  'netBuyingConsumption'?: (number | string);
  'unit'?: (string);
  'nativeCurrency'?: (string);
  'costInNativeCurrency'?: (number | string);
  'costInUsd'?: (number | string);
  'todayInUsd'?: (number | string);
  'drift'?: (_product_v1_BomCostDrift__Input | null);
  '_description'?: "description";
  '_materialId'?: "materialId";
  '_materialName'?: "materialName";
  '_netBuyingConsumption'?: "netBuyingConsumption";
  '_nativeCurrency'?: "nativeCurrency";
  '_costInNativeCurrency'?: "costInNativeCurrency";
  '_costInUsd'?: "costInUsd";
  '_todayInUsd'?: "todayInUsd";
}

export interface BomLineCost {
  'lineItemId': (string);
  'category': (string);
  'description'?: (string);
  'materialId'?: (string);
  'materialName'?: (string);
  'netBuyingConsumption'?: (number);
  'unit': (string);
  'nativeCurrency'?: (string);
  'costInNativeCurrency'?: (number);
  'costInUsd'?: (number);
  'todayInUsd'?: (number);
  'drift': (_product_v1_BomCostDrift | null);
}

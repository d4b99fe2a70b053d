// Original file: proto/product/v1/material.proto

import type { MaterialSkuInput__Input as _product_v1_MaterialSkuInput__Input, MaterialSkuInput as _product_v1_MaterialSkuInput } from '../../product/v1/MaterialSkuInput.ts';

export interface MaterialPatch__Input {
  'name'?: (string);
  'type'?: (string);
  'unit'?: (string);
  'refId'?: (string);
  'description'?: (string);
  'composition'?: (string);
  'color'?: (string);
  'widthCm'?: (number | string);
  'weightGsm'?: (number | string);
  'supplierId'?: (string);
  'costInNativeCurrency'?: (number | string);
  'nativeCurrency'?: (string);
  'leadTimeDays'?: (number);
  'moq'?: (number | string);
  'skus'?: (_product_v1_MaterialSkuInput__Input)[];
  'freeFields'?: (string);
  '_name'?: "name";
  '_type'?: "type";
  '_unit'?: "unit";
  '_refId'?: "refId";
  '_description'?: "description";
  '_composition'?: "composition";
  '_color'?: "color";
  '_widthCm'?: "widthCm";
  '_weightGsm'?: "weightGsm";
  '_supplierId'?: "supplierId";
  '_costInNativeCurrency'?: "costInNativeCurrency";
  '_nativeCurrency'?: "nativeCurrency";
  '_leadTimeDays'?: "leadTimeDays";
  '_moq'?: "moq";
  '_freeFields'?: "freeFields";
}

export interface MaterialPatch {
  'name'?: (string);
  'type'?: (string);
  'unit'?: (string);
  'refId'?: (string);
  'description'?: (string);
  'composition'?: (string);
  'color'?: (string);
  'widthCm'?: (number);
  'weightGsm'?: (number);
  'supplierId'?: (string);
  'costInNativeCurrency'?: (number);
  'nativeCurrency'?: (string);
  'leadTimeDays'?: (number);
  'moq'?: (number);
  'skus': (_product_v1_MaterialSkuInput)[];
  'freeFields'?: (string);
}

// Original file: proto/product/v1/bom.proto

import type { BomLineItemValues__Input as _product_v1_BomLineItemValues__Input, BomLineItemValues as _product_v1_BomLineItemValues } from '../../product/v1/BomLineItemValues.ts';
import type { BomFieldDifference__Input as _product_v1_BomFieldDifference__Input, BomFieldDifference as _product_v1_BomFieldDifference } from '../../product/v1/BomFieldDifference.ts';

export interface BomLineItemDiff__Input {
  'changeType'?: (string);
  'materialId'?: (string);
  'skuId'?: (string);
  'materialName'?: (string);
  'supplierId'?: (string);
  'supplierName'?: (string);
  'oldValues'?: (_product_v1_BomLineItemValues__Input | null);
  'newValues'?: (_product_v1_BomLineItemValues__Input | null);
  'fieldDifferences'?: (_product_v1_BomFieldDifference__Input)[];
  '_materialId'?: "materialId";
  '_skuId'?: "skuId";
  '_materialName'?: "materialName";
  '_supplierId'?: "supplierId";
  '_supplierName'?: "supplierName";
}

export interface BomLineItemDiff {
  'changeType': (string);
  'materialId'?: (string);
  'skuId'?: (string);
  'materialName'?: (string);
  'supplierId'?: (string);
  'supplierName'?: (string);
  'oldValues': (_product_v1_BomLineItemValues | null);
  'newValues': (_product_v1_BomLineItemValues | null);
  'fieldDifferences': (_product_v1_BomFieldDifference)[];
}

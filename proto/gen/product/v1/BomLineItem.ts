// Original file: proto/product/v1/bom.proto

import type { AssignedMaterialOption__Input as _product_v1_AssignedMaterialOption__Input, AssignedMaterialOption as _product_v1_AssignedMaterialOption } from '../../product/v1/AssignedMaterialOption.ts';

export interface BomLineItem__Input {
  'id'?: (string);
  'billOfMaterialVersionId'?: (string);
  'grossConsumption'?: (number | string);
  'sellingTolerance'?: (number | string);
  'netSellingConsumption'?: (number | string);
  'buyingTolerance'?: (number | string);
  'netBuyingConsumption'?: (number | string);
  'materialCostInNativeCurrency'?: (number | string);
  'nativeCurrency'?: (string);
  'materialCostInUsd'?: (number | string);
  'estimatedMaterialPreparationLeadTime'?: (number | string);
  'assignedMaterialOptions'?: (_product_v1_AssignedMaterialOption__Input)[];
  'chosenAssignedMaterialId'?: (string);
  'chosenAssignedSkuId'?: (string);
  'category'?: (string);
  'description'?: (string);
  'unit'?: (string);
  'chosenAssignedMaterialName'?: (string);
  '_grossConsumption'?: "grossConsumption";
  '_sellingTolerance'?: "sellingTolerance";
  '_netSellingConsumption'?: "netSellingConsumption";
  '_buyingTolerance'?: "buyingTolerance";
  '_netBuyingConsumption'?: "netBuyingConsumption";
  '_materialCostInNativeCurrency'?: "materialCostInNativeCurrency";
  '_nativeCurrency'?: "nativeCurrency";
  '_materialCostInUsd'?: "materialCostInUsd";
  '_estimatedMaterialPreparationLeadTime'?: "estimatedMaterialPreparationLeadTime";
  '_chosenAssignedMaterialId'?: "chosenAssignedMaterialId";
  '_chosenAssignedSkuId'?: "chosenAssignedSkuId";
  '_description'?: "description";
  '_chosenAssignedMaterialName'?: "chosenAssignedMaterialName";
}

export interface BomLineItem {
  'id': (string);
  'billOfMaterialVersionId': (string);
  'grossConsumption'?: (number);
  'sellingTolerance'?: (number);
  'netSellingConsumption'?: (number);
  'buyingTolerance'?: (number);
  'netBuyingConsumption'?: (number);
  'materialCostInNativeCurrency'?: (number);
  'nativeCurrency'?: (string);
  'materialCostInUsd'?: (number);
  'estimatedMaterialPreparationLeadTime'?: (number);
  'assignedMaterialOptions': (_product_v1_AssignedMaterialOption)[];
  'chosenAssignedMaterialId'?: (string);
  'chosenAssignedSkuId'?: (string);
  'category': (string);
  'description'?: (string);
  'unit': (string);
  'chosenAssignedMaterialName'?: (string);
}

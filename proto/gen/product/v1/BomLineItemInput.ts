// Original file: proto/product/v1/bom.proto

import type { AssignedMaterialOptionInput__Input as _product_v1_AssignedMaterialOptionInput__Input, AssignedMaterialOptionInput as _product_v1_AssignedMaterialOptionInput } from '../../product/v1/AssignedMaterialOptionInput.ts';

export interface BomLineItemInput__Input {
  'id'?: (string);
  'grossConsumption'?: (number | string);
  'sellingTolerance'?: (number | string);
  'netSellingConsumption'?: (number | string);
  'buyingTolerance'?: (number | string);
  'netBuyingConsumption'?: (number | string);
  'materialCostInNativeCurrency'?: (number | string);
  'nativeCurrency'?: (string);
  'materialCostInUsd'?: (number | string);
  'estimatedMaterialPreparationLeadTime'?: (number | string);
  'assignedMaterialOptions'?: (_product_v1_AssignedMaterialOptionInput__Input)[];
  'chosenAssignedMaterialId'?: (string);
  'chosenAssignedSkuId'?: (string);
  'category'?: (string);
  'description'?: (string);
  'unit'?: (string);
  '_id'?: "id";
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
  '_category'?: "category";
  '_description'?: "description";
  '_unit'?: "unit";
}

export interface BomLineItemInput {
  'id'?: (string);
  'grossConsumption'?: (number);
  'sellingTolerance'?: (number);
  'netSellingConsumption'?: (number);
  'buyingTolerance'?: (number);
  'netBuyingConsumption'?: (number);
  'materialCostInNativeCurrency'?: (number);
  'nativeCurrency'?: (string);
  'materialCostInUsd'?: (number);
  'estimatedMaterialPreparationLeadTime'?: (number);
  'assignedMaterialOptions': (_product_v1_AssignedMaterialOptionInput)[];
  'chosenAssignedMaterialId'?: (string);
  'chosenAssignedSkuId'?: (string);
  'category'?: (string);
  'description'?: (string);
  'unit'?: (string);
}

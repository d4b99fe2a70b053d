// Original file: proto/product/v1/bom.proto


export interface BomLineItemValues__Input {
  'lineItemId'?: (string);
  'materialId'?: (string);
  'skuId'?: (string);
  'materialName'?: (string);
  'supplierId'?: (string);
  'supplierName'?: (string);
  'grossConsumption'?: (number | string);
  'sellingTolerance'?: (number | string);
  'netSellingConsumption'?: (number | string);
  'buyingTolerance'?: (number | string);
  'netBuyingConsumption'?: (number | string);
  'materialCostInNativeCurrency'?: (number | string);
  'materialCostInUsd'?: (number | string);
  'estimatedMaterialPreparationLeadTime'?: (number | string);
  'nativeCurrency'?: (string);
  '_materialId'?: "materialId";
  '_skuId'?: "skuId";
  '_materialName'?: "materialName";
  '_supplierId'?: "supplierId";
  '_supplierName'?: "supplierName";
  '_grossConsumption'?: "grossConsumption";
  '_sellingTolerance'?: "sellingTolerance";
  '_netSellingConsumption'?: "netSellingConsumption";
  '_buyingTolerance'?: "buyingTolerance";
  '_netBuyingConsumption'?: "netBuyingConsumption";
  '_materialCostInNativeCurrency'?: "materialCostInNativeCurrency";
  '_materialCostInUsd'?: "materialCostInUsd";
  '_estimatedMaterialPreparationLeadTime'?: "estimatedMaterialPreparationLeadTime";
  '_nativeCurrency'?: "nativeCurrency";
}

export interface BomLineItemValues {
  'lineItemId': (string);
  'materialId'?: (string);
  'skuId'?: (string);
  'materialName'?: (string);
  'supplierId'?: (string);
  'supplierName'?: (string);
  'grossConsumption'?: (number);
  'sellingTolerance'?: (number);
  'netSellingConsumption'?: (number);
  'buyingTolerance'?: (number);
  'netBuyingConsumption'?: (number);
  'materialCostInNativeCurrency'?: (number);
  'materialCostInUsd'?: (number);
  'estimatedMaterialPreparationLeadTime'?: (number);
  'nativeCurrency'?: (string);
}

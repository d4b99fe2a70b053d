// Original file: proto/product/v1/snapshot.proto


export interface RecipeLine__Input {
  'materialId'?: (string);
  'materialName'?: (string);
  'skuId'?: (string);
  'supplierId'?: (string);
  'supplierName'?: (string);
  'description'?: (string);
  'unit'?: (string);
  'netBuyingConsumption'?: (number | string);
  'cost'?: (number | string);
  'currency'?: (string);
  'leadTimeDays'?: (number | string);
  'moq'?: (number | string);
  '_materialId'?: "materialId";
  '_materialName'?: "materialName";
  '_skuId'?: "skuId";
  '_supplierId'?: "supplierId";
  '_supplierName'?: "supplierName";
  '_description'?: "description";
  '_netBuyingConsumption'?: "netBuyingConsumption";
  '_cost'?: "cost";
  '_currency'?: "currency";
  '_leadTimeDays'?: "leadTimeDays";
  '_moq'?: "moq";
}

export interface RecipeLine {
  'materialId'?: (string);
  'materialName'?: (string);
  'skuId'?: (string);
  'supplierId'?: (string);
  'supplierName'?: (string);
  'description'?: (string);
  'unit': (string);
  'netBuyingConsumption'?: (number);
  'cost'?: (number);
  'currency'?: (string);
  'leadTimeDays'?: (number);
  'moq'?: (number);
}

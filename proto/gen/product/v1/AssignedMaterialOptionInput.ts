// Original file: proto/product/v1/bom.proto


export interface AssignedMaterialOptionInput__Input {
  'id'?: (string);
  'materialId'?: (string);
  'materialName'?: (string);
  'skuId'?: (string);
  'supplierId'?: (string);
  'supplierName'?: (string);
  'cost'?: (number | string);
  'currency'?: (string);
  'leadTimeDays'?: (number | string);
  'moq'?: (number | string);
  'priority'?: (number);
  'isPreferred'?: (boolean);
  '_id'?: "id";
  '_materialId'?: "materialId";
  '_materialName'?: "materialName";
  '_skuId'?: "skuId";
  '_supplierId'?: "supplierId";
  '_supplierName'?: "supplierName";
  '_cost'?: "cost";
  '_currency'?: "currency";
  '_leadTimeDays'?: "leadTimeDays";
  '_moq'?: "moq";
  '_priority'?: "priority";
  '_isPreferred'?: "isPreferred";
}

export interface AssignedMaterialOptionInput {
  'id'?: (string);
  'materialId'?: (string);
  'materialName'?: (string);
  'skuId'?: (string);
  'supplierId'?: (string);
  'supplierName'?: (string);
  'cost'?: (number);
  'currency'?: (string);
  'leadTimeDays'?: (number);
  'moq'?: (number);
  'priority'?: (number);
  'isPreferred'?: (boolean);
}

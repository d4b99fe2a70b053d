// Original file: proto/finance/v1/requirement.proto


export interface MaterialRequirementsRow__Input {
  'problem'?: (string);
  'materialId'?: (string);
  'materialName'?: (string);
  'materialSkuId'?: (string);
  'supplierId'?: (string);
  'supplierName'?: (string);
  'styleId'?: (string);
  'styleName'?: (string);
  'refId'?: (string);
  'skuId'?: (string);
  'color'?: (string);
  'size'?: (string);
  'description'?: (string);
  'unit'?: (string);
  'orders'?: (number);
  'neededQty'?: (number | string);
  'onOrderQty'?: (number | string);
  'toBuyQty'?: (number | string);
  'minimumQty'?: (number | string);
  'orderQty'?: (number | string);
  'unitCost'?: (number | string);
  'currency'?: (string);
  'cost'?: (number | string);
  'deliveryDate'?: (string);
  'leadTimeDays'?: (number | string);
  'orderBy'?: (string);
  '_problem'?: "problem";
  '_materialId'?: "materialId";
  '_materialName'?: "materialName";
  '_materialSkuId'?: "materialSkuId";
  '_supplierId'?: "supplierId";
  '_supplierName'?: "supplierName";
  '_styleId'?: "styleId";
  '_styleName'?: "styleName";
  '_refId'?: "refId";
  '_skuId'?: "skuId";
  '_color'?: "color";
  '_size'?: "size";
  '_description'?: "description";
  '_unit'?: "unit";
  '_unitCost'?: "unitCost";
  '_currency'?: "currency";
  '_cost'?: "cost";
  '_deliveryDate'?: "deliveryDate";
  '_leadTimeDays'?: "leadTimeDays";
  '_orderBy'?: "orderBy";
}

export interface MaterialRequirementsRow {
  'problem'?: (string);
  'materialId'?: (string);
  'materialName'?: (string);
  'materialSkuId'?: (string);
  'supplierId'?: (string);
  'supplierName'?: (string);
  'styleId'?: (string);
  'styleName'?: (string);
  'refId'?: (string);
  'skuId'?: (string);
  'color'?: (string);
  'size'?: (string);
  'description'?: (string);
  'unit'?: (string);
  'orders': (number);
  'neededQty': (number);
  'onOrderQty': (number);
  'toBuyQty': (number);
  'minimumQty': (number);
  'orderQty': (number);
  'unitCost'?: (number);
  'currency'?: (string);
  'cost'?: (number);
  'deliveryDate'?: (string);
  'leadTimeDays'?: (number);
  'orderBy'?: (string);
}

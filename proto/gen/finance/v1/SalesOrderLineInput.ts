// Original file: proto/finance/v1/order.proto


export interface SalesOrderLineInput__Input {
  'id'?: (string);
  'styleId'?: (string);
  'skuId'?: (string);
  'bomId'?: (string);
  'description'?: (string);
  'qty'?: (number | string);
  'unitPrice'?: (number | string);
  'discountPercent'?: (number | string);
  'taxRate'?: (number | string);
  '_id'?: "id";
  '_styleId'?: "styleId";
  '_skuId'?: "skuId";
  '_bomId'?: "bomId";
  '_description'?: "description";
  '_unitPrice'?: "unitPrice";
  '_discountPercent'?: "discountPercent";
  '_taxRate'?: "taxRate";
}

export interface SalesOrderLineInput {
  'id'?: (string);
  'styleId'?: (string);
  'skuId'?: (string);
  'bomId'?: (string);
  'description'?: (string);
  'qty': (number);
  'unitPrice'?: (number);
  'discountPercent'?: (number);
  'taxRate'?: (number);
}

// Original file: proto/finance/v1/order.proto


export interface SalesOrderLineInput__Input {
  'id'?: (string);
  'styleId'?: (string);
  'skuId'?: (string);
  'bomId'?: (string);
  'description'?: (string);
  'qty'?: (number | string);
  'unitPrice'?: (number | string);
  '_id'?: "id";
  '_styleId'?: "styleId";
  '_skuId'?: "skuId";
  '_bomId'?: "bomId";
  '_description'?: "description";
  '_unitPrice'?: "unitPrice";
}

export interface SalesOrderLineInput {
  'id'?: (string);
  'styleId'?: (string);
  'skuId'?: (string);
  'bomId'?: (string);
  'description'?: (string);
  'qty': (number);
  'unitPrice'?: (number);
}

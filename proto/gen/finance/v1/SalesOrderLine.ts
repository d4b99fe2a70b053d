// Original file: proto/finance/v1/order.proto


export interface SalesOrderLine__Input {
  'id'?: (string);
  'styleId'?: (string);
  'skuId'?: (string);
  'bomId'?: (string);
  'description'?: (string);
  'qty'?: (number | string);
  'unitPrice'?: (number | string);
  'amount'?: (number | string);
  'shippedQty'?: (number | string);
  'invoicedQty'?: (number | string);
  'discountPercent'?: (number | string);
  'taxRate'?: (number | string);
  'styleName'?: (string);
  'refId'?: (string);
  'color'?: (string);
  'size'?: (string);
  'bomNumber'?: (string);
  '_styleId'?: "styleId";
  '_skuId'?: "skuId";
  '_bomId'?: "bomId";
  '_description'?: "description";
  '_unitPrice'?: "unitPrice";
  '_amount'?: "amount";
  '_discountPercent'?: "discountPercent";
  '_taxRate'?: "taxRate";
  '_styleName'?: "styleName";
  '_refId'?: "refId";
  '_color'?: "color";
  '_size'?: "size";
  '_bomNumber'?: "bomNumber";
}

export interface SalesOrderLine {
  'id': (string);
  'styleId'?: (string);
  'skuId'?: (string);
  'bomId'?: (string);
  'description'?: (string);
  'qty': (number);
  'unitPrice'?: (number);
  'amount'?: (number);
  'shippedQty': (number);
  'invoicedQty': (number);
  'discountPercent'?: (number);
  'taxRate'?: (number);
  'styleName'?: (string);
  'refId'?: (string);
  'color'?: (string);
  'size'?: (string);
  'bomNumber'?: (string);
}

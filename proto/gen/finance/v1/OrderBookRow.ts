// Original file: proto/finance/v1/report.proto


export interface OrderBookRow__Input {
  'styleId'?: (string);
  'styleName'?: (string);
  'refId'?: (string);
  'skuId'?: (string);
  'color'?: (string);
  'size'?: (string);
  'description'?: (string);
  'orders'?: (number);
  'orderedQty'?: (number | string);
  'shippedQty'?: (number | string);
  'invoicedQty'?: (number | string);
  'leftQty'?: (number | string);
  'lateQty'?: (number | string);
  'deliveryDate'?: (string);
  'isLate'?: (boolean);
  '_styleId'?: "styleId";
  '_styleName'?: "styleName";
  '_refId'?: "refId";
  '_skuId'?: "skuId";
  '_color'?: "color";
  '_size'?: "size";
  '_description'?: "description";
  '_deliveryDate'?: "deliveryDate";
}

export interface OrderBookRow {
  'styleId'?: (string);
  'styleName'?: (string);
  'refId'?: (string);
  'skuId'?: (string);
  'color'?: (string);
  'size'?: (string);
  'description'?: (string);
  'orders': (number);
  'orderedQty': (number);
  'shippedQty': (number);
  'invoicedQty': (number);
  'leftQty': (number);
  'lateQty': (number);
  'deliveryDate'?: (string);
  'isLate': (boolean);
}

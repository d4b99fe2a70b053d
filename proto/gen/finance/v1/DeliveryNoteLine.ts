// Original file: proto/finance/v1/delivery_note.proto


export interface DeliveryNoteLine__Input {
  'id'?: (string);
  'salesOrderLineItemId'?: (string);
  'skuId'?: (string);
  'description'?: (string);
  'color'?: (string);
  'size'?: (string);
  'qty'?: (number | string);
  'unit'?: (string);
  'cartons'?: (number);
  'styleName'?: (string);
  'refId'?: (string);
  '_salesOrderLineItemId'?: "salesOrderLineItemId";
  '_skuId'?: "skuId";
  '_description'?: "description";
  '_color'?: "color";
  '_size'?: "size";
  '_unit'?: "unit";
  '_cartons'?: "cartons";
  '_styleName'?: "styleName";
  '_refId'?: "refId";
}

export interface DeliveryNoteLine {
  'id': (string);
  'salesOrderLineItemId'?: (string);
  'skuId'?: (string);
  'description'?: (string);
  'color'?: (string);
  'size'?: (string);
  'qty': (number);
  'unit'?: (string);
  'cartons'?: (number);
  'styleName'?: (string);
  'refId'?: (string);
}

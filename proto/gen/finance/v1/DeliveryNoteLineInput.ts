// Original file: proto/finance/v1/delivery_note.proto


export interface DeliveryNoteLineInput__Input {
  'id'?: (string);
  'salesOrderLineItemId'?: (string);
  'skuId'?: (string);
  'description'?: (string);
  'color'?: (string);
  'size'?: (string);
  'qty'?: (number | string);
  'unit'?: (string);
  'cartons'?: (number);
  '_id'?: "id";
  '_salesOrderLineItemId'?: "salesOrderLineItemId";
  '_skuId'?: "skuId";
  '_description'?: "description";
  '_color'?: "color";
  '_size'?: "size";
  '_unit'?: "unit";
  '_cartons'?: "cartons";
}

export interface DeliveryNoteLineInput {
  'id'?: (string);
  'salesOrderLineItemId'?: (string);
  'skuId'?: (string);
  'description'?: (string);
  'color'?: (string);
  'size'?: (string);
  'qty': (number);
  'unit'?: (string);
  'cartons'?: (number);
}

// Original file: proto/product/v1/style.proto


export interface KitEntry__Input {
  'skuId'?: (string);
  'styleId'?: (string);
  'quantity'?: (number | string);
  'color'?: (string);
  'size'?: (string);
}

export interface KitEntry {
  'skuId': (string);
  'styleId': (string);
  'quantity': (number);
  'color': (string);
  'size': (string);
}

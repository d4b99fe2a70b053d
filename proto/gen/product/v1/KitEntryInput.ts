// Original file: proto/product/v1/style.proto


export interface KitEntryInput__Input {
  'skuId'?: (string);
  'quantity'?: (number | string);
}

export interface KitEntryInput {
  'skuId': (string);
  'quantity': (number);
}

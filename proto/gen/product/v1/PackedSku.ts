// Original file: proto/product/v1/snapshot.proto


export interface PackedSku__Input {
  'skuId'?: (string);
  'styleId'?: (string);
  'quantity'?: (number | string);
}

export interface PackedSku {
  'skuId': (string);
  'styleId': (string);
  'quantity': (number);
}

// Original file: proto/product/v1/material.proto


export interface MaterialSkuInput__Input {
  'id'?: (string);
  'color'?: (string);
  'size'?: (string);
  'code'?: (string);
  '_id'?: "id";
  '_color'?: "color";
  '_size'?: "size";
  '_code'?: "code";
}

export interface MaterialSkuInput {
  'id'?: (string);
  'color'?: (string);
  'size'?: (string);
  'code'?: (string);
}

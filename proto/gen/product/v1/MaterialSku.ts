// Original file: proto/product/v1/material.proto


export interface MaterialSku__Input {
  'id'?: (string);
  'color'?: (string);
  'size'?: (string);
  'code'?: (string);
  '_color'?: "color";
  '_size'?: "size";
  '_code'?: "code";
}

export interface MaterialSku {
  'id': (string);
  'color'?: (string);
  'size'?: (string);
  'code'?: (string);
}

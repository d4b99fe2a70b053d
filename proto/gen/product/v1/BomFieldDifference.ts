// Original file: proto/product/v1/bom.proto


export interface BomFieldDifference__Input {
  'field'?: (string);
  'oldValue'?: (string);
  'newValue'?: (string);
  '_oldValue'?: "oldValue";
  '_newValue'?: "newValue";
}

export interface BomFieldDifference {
  'field': (string);
  'oldValue'?: (string);
  'newValue'?: (string);
}

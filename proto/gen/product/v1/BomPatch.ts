// Original file: proto/product/v1/bom.proto


export interface BomPatch__Input {
  'styleId'?: (string);
  '_styleId'?: "styleId";
}

export interface BomPatch {
  'styleId'?: (string);
}

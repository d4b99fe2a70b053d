// Original file: proto/product/v1/bom.proto


export interface BomInput__Input {
  'styleId'?: (string);
  'createdById'?: (string);
  '_createdById'?: "createdById";
}

export interface BomInput {
  'styleId': (string);
  'createdById'?: (string);
}

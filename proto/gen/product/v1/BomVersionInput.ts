// Original file: proto/product/v1/bom.proto


export interface BomVersionInput__Input {
  'changeDescription'?: (string);
  'createdById'?: (string);
  '_changeDescription'?: "changeDescription";
  '_createdById'?: "createdById";
}

export interface BomVersionInput {
  'changeDescription'?: (string);
  'createdById'?: (string);
}

// Original file: proto/product/v1/bom.proto


export interface BomVersionRequest__Input {
  'id'?: (string);
  'version'?: (string);
  'onlyFields'?: (string)[];
}

export interface BomVersionRequest {
  'id': (string);
  'version': (string);
  'onlyFields': (string)[];
}

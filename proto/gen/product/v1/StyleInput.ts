// Original file: proto/product/v1/style.proto


export interface StyleInput__Input {
  'name'?: (string);
  'refId'?: (string);
  'clientId'?: (string);
  'picture'?: (string);
  'description'?: (string);
  'colors'?: (string)[];
  'sizes'?: (string)[];
  'status'?: (string);
  '_name'?: "name";
  '_refId'?: "refId";
  '_clientId'?: "clientId";
  '_picture'?: "picture";
  '_description'?: "description";
  '_status'?: "status";
}

export interface StyleInput {
  'name'?: (string);
  'refId'?: (string);
  'clientId'?: (string);
  'picture'?: (string);
  'description'?: (string);
  'colors': (string)[];
  'sizes': (string)[];
  'status'?: (string);
}

// Original file: proto/product/v1/style.proto


export interface StylePatch__Input {
  'name'?: (string);
  'refId'?: (string);
  'clientId'?: (string);
  'picture'?: (string);
  'description'?: (string);
  'colors'?: (string)[];
  'sizes'?: (string)[];
  '_name'?: "name";
  '_refId'?: "refId";
  '_clientId'?: "clientId";
  '_picture'?: "picture";
  '_description'?: "description";
}

export interface StylePatch {
  'name'?: (string);
  'refId'?: (string);
  'clientId'?: (string);
  'picture'?: (string);
  'description'?: (string);
  'colors': (string)[];
  'sizes': (string)[];
}

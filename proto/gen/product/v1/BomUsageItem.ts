// Original file: proto/product/v1/bom.proto


export interface BomUsageItem__Input {
  'type'?: (string);
  'id'?: (string);
  'name'?: (string);
  'status'?: (string);
  'createdAt'?: (string);
}

export interface BomUsageItem {
  'type': (string);
  'id': (string);
  'name': (string);
  'status': (string);
  'createdAt': (string);
}

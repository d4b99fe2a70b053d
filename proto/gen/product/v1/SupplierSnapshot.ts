// Original file: proto/product/v1/snapshot.proto


export interface SupplierSnapshot__Input {
  'orgId'?: (string);
  'revision'?: (number);
  'id'?: (string);
  'name'?: (string);
  'status'?: (string);
  'currency'?: (string);
  'country'?: (string);
  '_currency'?: "currency";
  '_country'?: "country";
}

export interface SupplierSnapshot {
  'orgId': (string);
  'revision': (number);
  'id': (string);
  'name': (string);
  'status': (string);
  'currency'?: (string);
  'country'?: (string);
}

// Original file: proto/product/v1/snapshot.proto


export interface SupplierSnapshot__Input {
  'orgId'?: (string);
  'revision'?: (number);
  'id'?: (string);
  'name'?: (string);
  'status'?: (string);
  'currency'?: (string);
  'country'?: (string);
  'address'?: (string);
  'taxId'?: (string);
  'leadTimeDays'?: (number);
  '_currency'?: "currency";
  '_country'?: "country";
  '_address'?: "address";
  '_taxId'?: "taxId";
  '_leadTimeDays'?: "leadTimeDays";
}

export interface SupplierSnapshot {
  'orgId': (string);
  'revision': (number);
  'id': (string);
  'name': (string);
  'status': (string);
  'currency'?: (string);
  'country'?: (string);
  'address'?: (string);
  'taxId'?: (string);
  'leadTimeDays'?: (number);
}

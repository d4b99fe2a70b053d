// Original file: proto/product/v1/supplier.proto


export interface SupplierPatch__Input {
  'name'?: (string);
  'country'?: (string);
  'currency'?: (string);
  'email'?: (string);
  'phoneNumber'?: (string);
  'leadTimeDays'?: (number);
  '_name'?: "name";
  '_country'?: "country";
  '_currency'?: "currency";
  '_email'?: "email";
  '_phoneNumber'?: "phoneNumber";
  '_leadTimeDays'?: "leadTimeDays";
}

export interface SupplierPatch {
  'name'?: (string);
  'country'?: (string);
  'currency'?: (string);
  'email'?: (string);
  'phoneNumber'?: (string);
  'leadTimeDays'?: (number);
}

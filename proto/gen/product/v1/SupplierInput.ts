// Original file: proto/product/v1/supplier.proto


export interface SupplierInput__Input {
  'name'?: (string);
  'country'?: (string);
  'currency'?: (string);
  'email'?: (string);
  'phoneNumber'?: (string);
  'leadTimeDays'?: (number);
  'status'?: (string);
  '_name'?: "name";
  '_country'?: "country";
  '_currency'?: "currency";
  '_email'?: "email";
  '_phoneNumber'?: "phoneNumber";
  '_leadTimeDays'?: "leadTimeDays";
  '_status'?: "status";
}

export interface SupplierInput {
  'name'?: (string);
  'country'?: (string);
  'currency'?: (string);
  'email'?: (string);
  'phoneNumber'?: (string);
  'leadTimeDays'?: (number);
  'status'?: (string);
}

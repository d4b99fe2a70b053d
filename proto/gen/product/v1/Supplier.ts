// Original file: proto/product/v1/supplier.proto


export interface Supplier__Input {
  'id'?: (string);
  'name'?: (string);
  'country'?: (string);
  'currency'?: (string);
  'email'?: (string);
  'phoneNumber'?: (string);
  'leadTimeDays'?: (number);
  'status'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  '_country'?: "country";
  '_currency'?: "currency";
  '_email'?: "email";
  '_phoneNumber'?: "phoneNumber";
  '_leadTimeDays'?: "leadTimeDays";
}

export interface Supplier {
  'id': (string);
  'name': (string);
  'country'?: (string);
  'currency'?: (string);
  'email'?: (string);
  'phoneNumber'?: (string);
  'leadTimeDays'?: (number);
  'status': (string);
  'createdAt': (string);
  'updatedAt': (string);
}

// Original file: proto/product/v1/product.proto


export interface Contact__Input {
  'id'?: (string);
  'contactName'?: (string);
  'email'?: (string);
  'phoneNumber'?: (string);
  'countryCode'?: (string);
  '_contactName'?: "contactName";
  '_email'?: "email";
  '_phoneNumber'?: "phoneNumber";
  '_countryCode'?: "countryCode";
}

export interface Contact {
  'id': (string);
  'contactName'?: (string);
  'email'?: (string);
  'phoneNumber'?: (string);
  'countryCode'?: (string);
}

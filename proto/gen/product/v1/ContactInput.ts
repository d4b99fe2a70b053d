// Original file: proto/product/v1/product.proto


export interface ContactInput__Input {
  'id'?: (string);
  'contactName'?: (string);
  'email'?: (string);
  'phoneNumber'?: (string);
  'countryCode'?: (string);
  '_id'?: "id";
  '_contactName'?: "contactName";
  '_email'?: "email";
  '_phoneNumber'?: "phoneNumber";
  '_countryCode'?: "countryCode";
}

export interface ContactInput {
  'id'?: (string);
  'contactName'?: (string);
  'email'?: (string);
  'phoneNumber'?: (string);
  'countryCode'?: (string);
}

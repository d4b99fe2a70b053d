// Original file: proto/product/v1/product.proto


export interface DeliveryAddressInput__Input {
  'id'?: (string);
  'name'?: (string);
  'address'?: (string);
  'country'?: (string);
  '_id'?: "id";
  '_country'?: "country";
}

export interface DeliveryAddressInput {
  'id'?: (string);
  'name': (string);
  'address': (string);
  'country'?: (string);
}

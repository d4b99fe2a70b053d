// Original file: proto/product/v1/product.proto


export interface DeliveryAddress__Input {
  'id'?: (string);
  'name'?: (string);
  'address'?: (string);
  'country'?: (string);
  '_country'?: "country";
}

export interface DeliveryAddress {
  'id': (string);
  'name': (string);
  'address': (string);
  'country'?: (string);
}

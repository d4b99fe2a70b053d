// Original file: proto/product/v1/snapshot.proto


export interface ClientSnapshot__Input {
  'orgId'?: (string);
  'revision'?: (number);
  'id'?: (string);
  'name'?: (string);
  'status'?: (string);
  'currency'?: (string);
  'priceCategory'?: (string);
  'paymentTerms'?: (string);
  'country'?: (string);
  'billingAddress'?: (string);
  'taxId'?: (string);
  'maxAccountValue'?: (number | string);
  '_priceCategory'?: "priceCategory";
  '_paymentTerms'?: "paymentTerms";
  '_billingAddress'?: "billingAddress";
  '_taxId'?: "taxId";
}

export interface ClientSnapshot {
  'orgId': (string);
  'revision': (number);
  'id': (string);
  'name': (string);
  'status': (string);
  'currency': (string);
  'priceCategory'?: (string);
  'paymentTerms'?: (string);
  'country': (string);
  'billingAddress'?: (string);
  'taxId'?: (string);
  'maxAccountValue': (number);
}

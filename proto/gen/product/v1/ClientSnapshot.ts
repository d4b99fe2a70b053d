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
  'paymentTermsDays'?: (number);
  'discountPercent'?: (number | string);
  'discountDays'?: (number);
  'vatCountry'?: (string);
  'language'?: (string);
  '_priceCategory'?: "priceCategory";
  '_paymentTerms'?: "paymentTerms";
  '_billingAddress'?: "billingAddress";
  '_taxId'?: "taxId";
  '_paymentTermsDays'?: "paymentTermsDays";
  '_discountPercent'?: "discountPercent";
  '_discountDays'?: "discountDays";
  '_vatCountry'?: "vatCountry";
  '_language'?: "language";
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
  'paymentTermsDays'?: (number);
  'discountPercent'?: (number);
  'discountDays'?: (number);
  'vatCountry'?: (string);
  'language'?: (string);
}

// Original file: proto/product/v1/product.proto

import type { ContactInput__Input as _product_v1_ContactInput__Input, ContactInput as _product_v1_ContactInput } from '../../product/v1/ContactInput.ts';
import type { DeliveryAddressInput__Input as _product_v1_DeliveryAddressInput__Input, DeliveryAddressInput as _product_v1_DeliveryAddressInput } from '../../product/v1/DeliveryAddressInput.ts';

export interface ClientInput__Input {
  'name'?: (string);
  'country'?: (string);
  'maxAccountValue'?: (number | string);
  'currency'?: (string);
  'priceCategory'?: (string);
  'paymentTerms'?: (string);
  'contacts'?: (_product_v1_ContactInput__Input)[];
  'billingAddress'?: (string);
  'taxId'?: (string);
  'status'?: (string);
  'paymentTermsDays'?: (number);
  'discountPercent'?: (number | string);
  'discountDays'?: (number);
  'vatCountry'?: (string);
  'language'?: (string);
  'deliveryAddresses'?: (_product_v1_DeliveryAddressInput__Input)[];
  '_priceCategory'?: "priceCategory";
  '_paymentTerms'?: "paymentTerms";
  '_billingAddress'?: "billingAddress";
  '_taxId'?: "taxId";
  '_status'?: "status";
  '_paymentTermsDays'?: "paymentTermsDays";
  '_discountPercent'?: "discountPercent";
  '_discountDays'?: "discountDays";
  '_vatCountry'?: "vatCountry";
  '_language'?: "language";
}

export interface ClientInput {
  'name': (string);
  'country': (string);
  'maxAccountValue': (number);
  'currency': (string);
  'priceCategory'?: (string);
  'paymentTerms'?: (string);
  'contacts': (_product_v1_ContactInput)[];
  'billingAddress'?: (string);
  'taxId'?: (string);
  'status'?: (string);
  'paymentTermsDays'?: (number);
  'discountPercent'?: (number);
  'discountDays'?: (number);
  'vatCountry'?: (string);
  'language'?: (string);
  'deliveryAddresses': (_product_v1_DeliveryAddressInput)[];
}

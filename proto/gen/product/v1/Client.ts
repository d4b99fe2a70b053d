// Original file: proto/product/v1/product.proto

import type { Contact__Input as _product_v1_Contact__Input, Contact as _product_v1_Contact } from '../../product/v1/Contact.ts';
import type { DeliveryAddress__Input as _product_v1_DeliveryAddress__Input, DeliveryAddress as _product_v1_DeliveryAddress } from '../../product/v1/DeliveryAddress.ts';

export interface Client__Input {
  'id'?: (string);
  'name'?: (string);
  'country'?: (string);
  'maxAccountValue'?: (number | string);
  'currency'?: (string);
  'priceCategory'?: (string);
  'paymentTerms'?: (string);
  'contacts'?: (_product_v1_Contact__Input)[];
  'billingAddress'?: (string);
  'taxId'?: (string);
  'ordersCount'?: (number);
  'status'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  'paymentTermsDays'?: (number);
  'discountPercent'?: (number | string);
  'discountDays'?: (number);
  'vatCountry'?: (string);
  'language'?: (string);
  'deliveryAddresses'?: (_product_v1_DeliveryAddress__Input)[];
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

export interface Client {
  'id': (string);
  'name': (string);
  'country': (string);
  'maxAccountValue': (number);
  'currency': (string);
  'priceCategory'?: (string);
  'paymentTerms'?: (string);
  'contacts': (_product_v1_Contact)[];
  'billingAddress'?: (string);
  'taxId'?: (string);
  'ordersCount': (number);
  'status': (string);
  'createdAt': (string);
  'updatedAt': (string);
  'paymentTermsDays'?: (number);
  'discountPercent'?: (number);
  'discountDays'?: (number);
  'vatCountry'?: (string);
  'language'?: (string);
  'deliveryAddresses': (_product_v1_DeliveryAddress)[];
}

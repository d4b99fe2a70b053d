// Original file: proto/product/v1/supplier.proto

import type { Contact__Input as _product_v1_Contact__Input, Contact as _product_v1_Contact } from '../../product/v1/Contact.ts';

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
  'address'?: (string);
  'taxId'?: (string);
  'bankName'?: (string);
  'bankAccountNumber'?: (string);
  'bic'?: (string);
  'contacts'?: (_product_v1_Contact__Input)[];
  '_country'?: "country";
  '_currency'?: "currency";
  '_email'?: "email";
  '_phoneNumber'?: "phoneNumber";
  '_leadTimeDays'?: "leadTimeDays";
  '_address'?: "address";
  '_taxId'?: "taxId";
  '_bankName'?: "bankName";
  '_bankAccountNumber'?: "bankAccountNumber";
  '_bic'?: "bic";
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
  'address'?: (string);
  'taxId'?: (string);
  'bankName'?: (string);
  'bankAccountNumber'?: (string);
  'bic'?: (string);
  'contacts': (_product_v1_Contact)[];
}

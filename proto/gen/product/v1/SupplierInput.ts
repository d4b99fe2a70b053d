// Original file: proto/product/v1/supplier.proto

import type { ContactInput__Input as _product_v1_ContactInput__Input, ContactInput as _product_v1_ContactInput } from '../../product/v1/ContactInput.ts';

export interface SupplierInput__Input {
  'name'?: (string);
  'country'?: (string);
  'currency'?: (string);
  'email'?: (string);
  'phoneNumber'?: (string);
  'leadTimeDays'?: (number);
  'status'?: (string);
  'address'?: (string);
  'taxId'?: (string);
  'bankName'?: (string);
  'bankAccountNumber'?: (string);
  'bic'?: (string);
  'contacts'?: (_product_v1_ContactInput__Input)[];
  '_name'?: "name";
  '_country'?: "country";
  '_currency'?: "currency";
  '_email'?: "email";
  '_phoneNumber'?: "phoneNumber";
  '_leadTimeDays'?: "leadTimeDays";
  '_status'?: "status";
  '_address'?: "address";
  '_taxId'?: "taxId";
  '_bankName'?: "bankName";
  '_bankAccountNumber'?: "bankAccountNumber";
  '_bic'?: "bic";
}

export interface SupplierInput {
  'name'?: (string);
  'country'?: (string);
  'currency'?: (string);
  'email'?: (string);
  'phoneNumber'?: (string);
  'leadTimeDays'?: (number);
  'status'?: (string);
  'address'?: (string);
  'taxId'?: (string);
  'bankName'?: (string);
  'bankAccountNumber'?: (string);
  'bic'?: (string);
  'contacts': (_product_v1_ContactInput)[];
}

// Original file: proto/product/v1/supplier.proto

import type { SupplierInput__Input as _product_v1_SupplierInput__Input, SupplierInput as _product_v1_SupplierInput } from '../../product/v1/SupplierInput.ts';

export interface UpdateSupplierRequest__Input {
  'id'?: (string);
  'patch'?: (_product_v1_SupplierInput__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateSupplierRequest {
  'id': (string);
  'patch': (_product_v1_SupplierInput | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}

// Original file: proto/product/v1/supplier.proto

import type { SupplierPatch__Input as _product_v1_SupplierPatch__Input, SupplierPatch as _product_v1_SupplierPatch } from '../../product/v1/SupplierPatch.ts';

export interface UpdateSupplierRequest__Input {
  'id'?: (string);
  'patch'?: (_product_v1_SupplierPatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateSupplierRequest {
  'id': (string);
  'patch': (_product_v1_SupplierPatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}

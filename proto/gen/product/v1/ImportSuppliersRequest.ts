// Original file: proto/product/v1/supplier.proto

import type { SupplierInput__Input as _product_v1_SupplierInput__Input, SupplierInput as _product_v1_SupplierInput } from '../../product/v1/SupplierInput.ts';

export interface ImportSuppliersRequest__Input {
  'suppliers'?: (_product_v1_SupplierInput__Input)[];
}

export interface ImportSuppliersRequest {
  'suppliers': (_product_v1_SupplierInput)[];
}

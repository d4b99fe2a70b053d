// Original file: proto/product/v1/supplier.proto

import type { Supplier__Input as _product_v1_Supplier__Input, Supplier as _product_v1_Supplier } from '../../product/v1/Supplier.ts';

export interface SupplierPage__Input {
  'data'?: (_product_v1_Supplier__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface SupplierPage {
  'data': (_product_v1_Supplier)[];
  'total': (number);
  'next'?: (string);
}

// Original file: proto/product/v1/supplier.proto

import type { Supplier__Input as _product_v1_Supplier__Input, Supplier as _product_v1_Supplier } from '../../product/v1/Supplier.ts';

export interface SupplierReply__Input {
  'record'?: (_product_v1_Supplier__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface SupplierReply {
  'record': (_product_v1_Supplier | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}

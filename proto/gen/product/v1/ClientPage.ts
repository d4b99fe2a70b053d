// Original file: proto/product/v1/product.proto

import type { Client__Input as _product_v1_Client__Input, Client as _product_v1_Client } from '../../product/v1/Client.ts';

export interface ClientPage__Input {
  'data'?: (_product_v1_Client__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface ClientPage {
  'data': (_product_v1_Client)[];
  'total': (number);
  'next'?: (string);
}

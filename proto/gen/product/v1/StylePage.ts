// Original file: proto/product/v1/style.proto

import type { Style__Input as _product_v1_Style__Input, Style as _product_v1_Style } from '../../product/v1/Style.ts';

export interface StylePage__Input {
  'data'?: (_product_v1_Style__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface StylePage {
  'data': (_product_v1_Style)[];
  'total': (number);
  'next'?: (string);
}

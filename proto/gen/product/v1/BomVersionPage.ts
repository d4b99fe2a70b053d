// Original file: proto/product/v1/bom.proto

import type { BomVersionOutline__Input as _product_v1_BomVersionOutline__Input, BomVersionOutline as _product_v1_BomVersionOutline } from '../../product/v1/BomVersionOutline.ts';

export interface BomVersionPage__Input {
  'data'?: (_product_v1_BomVersionOutline__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface BomVersionPage {
  'data': (_product_v1_BomVersionOutline)[];
  'total': (number);
  'next'?: (string);
}

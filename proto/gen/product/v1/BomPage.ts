// Original file: proto/product/v1/bom.proto

import type { BomOutline__Input as _product_v1_BomOutline__Input, BomOutline as _product_v1_BomOutline } from '../../product/v1/BomOutline.ts';

export interface BomPage__Input {
  'data'?: (_product_v1_BomOutline__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface BomPage {
  'data': (_product_v1_BomOutline)[];
  'total': (number);
  'next'?: (string);
}

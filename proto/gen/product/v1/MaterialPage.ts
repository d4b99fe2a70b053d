// Original file: proto/product/v1/material.proto

import type { Material__Input as _product_v1_Material__Input, Material as _product_v1_Material } from '../../product/v1/Material.ts';

export interface MaterialPage__Input {
  'data'?: (_product_v1_Material__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface MaterialPage {
  'data': (_product_v1_Material)[];
  'total': (number);
  'next'?: (string);
}

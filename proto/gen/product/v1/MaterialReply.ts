// Original file: proto/product/v1/material.proto

import type { Material__Input as _product_v1_Material__Input, Material as _product_v1_Material } from '../../product/v1/Material.ts';

export interface MaterialReply__Input {
  'record'?: (_product_v1_Material__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface MaterialReply {
  'record': (_product_v1_Material | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}

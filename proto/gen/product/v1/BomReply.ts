// Original file: proto/product/v1/bom.proto

import type { Bom__Input as _product_v1_Bom__Input, Bom as _product_v1_Bom } from '../../product/v1/Bom.ts';

export interface BomReply__Input {
  'record'?: (_product_v1_Bom__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface BomReply {
  'record': (_product_v1_Bom | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}

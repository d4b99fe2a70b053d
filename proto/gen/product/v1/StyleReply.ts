// Original file: proto/product/v1/style.proto

import type { Style__Input as _product_v1_Style__Input, Style as _product_v1_Style } from '../../product/v1/Style.ts';

export interface StyleReply__Input {
  'record'?: (_product_v1_Style__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface StyleReply {
  'record': (_product_v1_Style | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}

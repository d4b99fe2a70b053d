// Original file: proto/product/v1/bom.proto

import type { BomLineItem__Input as _product_v1_BomLineItem__Input, BomLineItem as _product_v1_BomLineItem } from '../../product/v1/BomLineItem.ts';

export interface BomLineItemReply__Input {
  'record'?: (_product_v1_BomLineItem__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface BomLineItemReply {
  'record': (_product_v1_BomLineItem | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}

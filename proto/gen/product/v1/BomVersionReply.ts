// Original file: proto/product/v1/bom.proto

import type { BomVersion__Input as _product_v1_BomVersion__Input, BomVersion as _product_v1_BomVersion } from '../../product/v1/BomVersion.ts';

export interface BomVersionReply__Input {
  'record'?: (_product_v1_BomVersion__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface BomVersionReply {
  'record': (_product_v1_BomVersion | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}

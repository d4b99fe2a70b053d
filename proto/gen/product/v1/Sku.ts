// Original file: proto/product/v1/style.proto

import type { KitEntry__Input as _product_v1_KitEntry__Input, KitEntry as _product_v1_KitEntry } from '../../product/v1/KitEntry.ts';

export interface Sku__Input {
  'id'?: (string);
  'documentId'?: (string);
  'color'?: (string);
  'size'?: (string);
  'qrData'?: (string);
  'isKittedBundle'?: (boolean);
  'kittedBundle'?: (_product_v1_KitEntry__Input)[];
}

export interface Sku {
  'id': (string);
  'documentId': (string);
  'color': (string);
  'size': (string);
  'qrData': (string);
  'isKittedBundle': (boolean);
  'kittedBundle': (_product_v1_KitEntry)[];
}

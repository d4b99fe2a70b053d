// Original file: proto/product/v1/product.proto

import type { Client__Input as _product_v1_Client__Input, Client as _product_v1_Client } from '../../product/v1/Client.ts';

export interface ClientReply__Input {
  'record'?: (_product_v1_Client__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface ClientReply {
  'record': (_product_v1_Client | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}

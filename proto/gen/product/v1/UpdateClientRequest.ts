// Original file: proto/product/v1/product.proto

import type { ClientPatch__Input as _product_v1_ClientPatch__Input, ClientPatch as _product_v1_ClientPatch } from '../../product/v1/ClientPatch.ts';

export interface UpdateClientRequest__Input {
  'id'?: (string);
  'patch'?: (_product_v1_ClientPatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateClientRequest {
  'id': (string);
  'patch': (_product_v1_ClientPatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}

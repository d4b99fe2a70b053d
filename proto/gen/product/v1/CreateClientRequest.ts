// Original file: proto/product/v1/product.proto

import type { ClientInput__Input as _product_v1_ClientInput__Input, ClientInput as _product_v1_ClientInput } from '../../product/v1/ClientInput.ts';

export interface CreateClientRequest__Input {
  'client'?: (_product_v1_ClientInput__Input | null);
}

export interface CreateClientRequest {
  'client': (_product_v1_ClientInput | null);
}

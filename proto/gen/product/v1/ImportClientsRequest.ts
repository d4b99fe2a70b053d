// Original file: proto/product/v1/product.proto

import type { ClientInput__Input as _product_v1_ClientInput__Input, ClientInput as _product_v1_ClientInput } from '../../product/v1/ClientInput.ts';

export interface ImportClientsRequest__Input {
  'clients'?: (_product_v1_ClientInput__Input)[];
}

export interface ImportClientsRequest {
  'clients': (_product_v1_ClientInput)[];
}

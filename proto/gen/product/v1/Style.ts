// Original file: proto/product/v1/style.proto

import type { Sku__Input as _product_v1_Sku__Input, Sku as _product_v1_Sku } from '../../product/v1/Sku.ts';

export interface Style__Input {
  'id'?: (string);
  'documentId'?: (string);
  'name'?: (string);
  'refId'?: (string);
  'clientId'?: (string);
  'picture'?: (string);
  'description'?: (string);
  'colors'?: (string)[];
  'sizes'?: (string)[];
  'skus'?: (_product_v1_Sku__Input)[];
  'skuCount'?: (number);
  'status'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  'clientName'?: (string);
  '_refId'?: "refId";
  '_clientId'?: "clientId";
  '_picture'?: "picture";
  '_description'?: "description";
  '_clientName'?: "clientName";
}

export interface Style {
  'id': (string);
  'documentId': (string);
  'name': (string);
  'refId'?: (string);
  'clientId'?: (string);
  'picture'?: (string);
  'description'?: (string);
  'colors': (string)[];
  'sizes': (string)[];
  'skus': (_product_v1_Sku)[];
  'skuCount': (number);
  'status': (string);
  'createdAt': (string);
  'updatedAt': (string);
  'clientName'?: (string);
}

// Original file: proto/product/v1/snapshot.proto

import type { SkuSnapshot__Input as _product_v1_SkuSnapshot__Input, SkuSnapshot as _product_v1_SkuSnapshot } from '../../product/v1/SkuSnapshot.ts';

export interface StyleSnapshot__Input {
  'orgId'?: (string);
  'revision'?: (number);
  'id'?: (string);
  'documentId'?: (string);
  'name'?: (string);
  'refId'?: (string);
  'status'?: (string);
  'clientId'?: (string);
  'skus'?: (_product_v1_SkuSnapshot__Input)[];
  '_refId'?: "refId";
  '_clientId'?: "clientId";
}

export interface StyleSnapshot {
  'orgId': (string);
  'revision': (number);
  'id': (string);
  'documentId': (string);
  'name': (string);
  'refId'?: (string);
  'status': (string);
  'clientId'?: (string);
  'skus': (_product_v1_SkuSnapshot)[];
}

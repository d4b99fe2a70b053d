// Original file: proto/product/v1/snapshot.proto

import type { RecipeLine__Input as _product_v1_RecipeLine__Input, RecipeLine as _product_v1_RecipeLine } from '../../product/v1/RecipeLine.ts';

export interface RecipeSnapshot__Input {
  'orgId'?: (string);
  'revision'?: (number);
  'id'?: (string);
  'versionNumber'?: (number);
  'approvedAt'?: (string);
  'lineCount'?: (number);
  'lines'?: (_product_v1_RecipeLine__Input)[];
  '_versionNumber'?: "versionNumber";
  '_approvedAt'?: "approvedAt";
}

export interface RecipeSnapshot {
  'orgId': (string);
  'revision': (number);
  'id': (string);
  'versionNumber'?: (number);
  'approvedAt'?: (string);
  'lineCount': (number);
  'lines': (_product_v1_RecipeLine)[];
}

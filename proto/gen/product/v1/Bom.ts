// Original file: proto/product/v1/bom.proto

import type { BomStyle__Input as _product_v1_BomStyle__Input, BomStyle as _product_v1_BomStyle } from '../../product/v1/BomStyle.ts';
import type { BomVersionSummary__Input as _product_v1_BomVersionSummary__Input, BomVersionSummary as _product_v1_BomVersionSummary } from '../../product/v1/BomVersionSummary.ts';
import type { BomVersion__Input as _product_v1_BomVersion__Input, BomVersion as _product_v1_BomVersion } from '../../product/v1/BomVersion.ts';

export interface Bom__Input {
  'id'?: (string);
  'documentId'?: (string);
  'currentVersion'?: (number);
  'versionCount'?: (number);
  'styleId'?: (string);
  'style'?: (_product_v1_BomStyle__Input | null);
  'latestVersion'?: (_product_v1_BomVersionSummary__Input | null);
  'status'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  'submittedAt'?: (string);
  'createdById'?: (string);
  'submittedById'?: (string);
  'approvedById'?: (string);
  'versions'?: (_product_v1_BomVersion__Input)[];
  'createdByName'?: (string);
  'submittedByName'?: (string);
  'approvedByName'?: (string);
  '_submittedAt'?: "submittedAt";
  '_createdById'?: "createdById";
  '_submittedById'?: "submittedById";
  '_approvedById'?: "approvedById";
  '_createdByName'?: "createdByName";
  '_submittedByName'?: "submittedByName";
  '_approvedByName'?: "approvedByName";
}

export interface Bom {
  'id': (string);
  'documentId': (string);
  'currentVersion': (number);
  'versionCount': (number);
  'styleId': (string);
  'style': (_product_v1_BomStyle | null);
  'latestVersion': (_product_v1_BomVersionSummary | null);
  'status': (string);
  'createdAt': (string);
  'updatedAt': (string);
  'submittedAt'?: (string);
  'createdById'?: (string);
  'submittedById'?: (string);
  'approvedById'?: (string);
  'versions': (_product_v1_BomVersion)[];
  'createdByName'?: (string);
  'submittedByName'?: (string);
  'approvedByName'?: (string);
}

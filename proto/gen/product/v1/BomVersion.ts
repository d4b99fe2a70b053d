// Original file: proto/product/v1/bom.proto

import type { BomLineItem__Input as _product_v1_BomLineItem__Input, BomLineItem as _product_v1_BomLineItem } from '../../product/v1/BomLineItem.ts';
import type { BomLineItemGroup__Input as _product_v1_BomLineItemGroup__Input, BomLineItemGroup as _product_v1_BomLineItemGroup } from '../../product/v1/BomLineItemGroup.ts';

export interface BomVersion__Input {
  'id'?: (string);
  'documentId'?: (string);
  'versionNumber'?: (number);
  'changeDescription'?: (string);
  'createdAt'?: (string);
  'createdById'?: (string);
  'status'?: (string);
  'submittedAt'?: (string);
  'submittedById'?: (string);
  'approvedAt'?: (string);
  'approvedById'?: (string);
  'rejectedAt'?: (string);
  'rejectedById'?: (string);
  'rejectionReason'?: (string);
  'lineItemCount'?: (number);
  'updatedAt'?: (string);
  'lineItems'?: (_product_v1_BomLineItem__Input)[];
  'groupedLineItems'?: (_product_v1_BomLineItemGroup__Input)[];
  'createdByName'?: (string);
  'submittedByName'?: (string);
  'approvedByName'?: (string);
  'rejectedByName'?: (string);
  '_changeDescription'?: "changeDescription";
  '_createdById'?: "createdById";
  '_submittedAt'?: "submittedAt";
  '_submittedById'?: "submittedById";
  '_approvedAt'?: "approvedAt";
  '_approvedById'?: "approvedById";
  '_rejectedAt'?: "rejectedAt";
  '_rejectedById'?: "rejectedById";
  '_rejectionReason'?: "rejectionReason";
  '_createdByName'?: "createdByName";
  '_submittedByName'?: "submittedByName";
  '_approvedByName'?: "approvedByName";
  '_rejectedByName'?: "rejectedByName";
}

export interface BomVersion {
  'id': (string);
  'documentId': (string);
  'versionNumber': (number);
  'changeDescription'?: (string);
  'createdAt': (string);
  'createdById'?: (string);
  'status': (string);
  'submittedAt'?: (string);
  'submittedById'?: (string);
  'approvedAt'?: (string);
  'approvedById'?: (string);
  'rejectedAt'?: (string);
  'rejectedById'?: (string);
  'rejectionReason'?: (string);
  'lineItemCount': (number);
  'updatedAt': (string);
  'lineItems': (_product_v1_BomLineItem)[];
  'groupedLineItems': (_product_v1_BomLineItemGroup)[];
  'createdByName'?: (string);
  'submittedByName'?: (string);
  'approvedByName'?: (string);
  'rejectedByName'?: (string);
}

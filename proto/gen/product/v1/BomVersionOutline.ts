// Original file: proto/product/v1/bom.proto


export interface BomVersionOutline__Input {
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

export interface BomVersionOutline {
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
  'createdByName'?: (string);
  'submittedByName'?: (string);
  'approvedByName'?: (string);
  'rejectedByName'?: (string);
}

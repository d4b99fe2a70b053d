// Original file: proto/product/v1/bom.proto


export interface BomVersionSummary__Input {
  'id'?: (string);
  'documentId'?: (string);
  'versionNumber'?: (number);
  'changeDescription'?: (string);
  'createdAt'?: (string);
  'status'?: (string);
  'submittedAt'?: (string);
  'submittedById'?: (string);
  'approvedById'?: (string);
  'rejectionReason'?: (string);
  'submittedByName'?: (string);
  'approvedByName'?: (string);
  '_changeDescription'?: "changeDescription";
  '_submittedAt'?: "submittedAt";
  '_submittedById'?: "submittedById";
  '_approvedById'?: "approvedById";
  '_rejectionReason'?: "rejectionReason";
  '_submittedByName'?: "submittedByName";
  '_approvedByName'?: "approvedByName";
}

export interface BomVersionSummary {
  'id': (string);
  'documentId': (string);
  'versionNumber': (number);
  'changeDescription'?: (string);
  'createdAt': (string);
  'status': (string);
  'submittedAt'?: (string);
  'submittedById'?: (string);
  'approvedById'?: (string);
  'rejectionReason'?: (string);
  'submittedByName'?: (string);
  'approvedByName'?: (string);
}

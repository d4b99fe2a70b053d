// Original file: proto/finance/v1/invoice.proto


export interface IssueInvoiceRequest__Input {
  'id'?: (string);
  'expectedRevision'?: (number);
  'override'?: (boolean);
  '_expectedRevision'?: "expectedRevision";
  '_override'?: "override";
}

export interface IssueInvoiceRequest {
  'id': (string);
  'expectedRevision'?: (number);
  'override'?: (boolean);
}

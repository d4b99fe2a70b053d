// Original file: proto/finance/v1/invoice.proto


export interface AllocateInvoiceRequest__Input {
  'id'?: (string);
  'expectedRevision'?: (number);
  'invoiceId'?: (string);
  'amount'?: (number | string);
  '_expectedRevision'?: "expectedRevision";
}

export interface AllocateInvoiceRequest {
  'id': (string);
  'expectedRevision'?: (number);
  'invoiceId': (string);
  'amount': (number);
}

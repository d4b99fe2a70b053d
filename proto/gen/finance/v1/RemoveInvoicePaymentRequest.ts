// Original file: proto/finance/v1/invoice.proto


export interface RemoveInvoicePaymentRequest__Input {
  'id'?: (string);
  'expectedRevision'?: (number);
  'paymentId'?: (string);
  '_expectedRevision'?: "expectedRevision";
}

export interface RemoveInvoicePaymentRequest {
  'id': (string);
  'expectedRevision'?: (number);
  'paymentId': (string);
}

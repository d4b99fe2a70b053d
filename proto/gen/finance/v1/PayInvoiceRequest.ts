// Original file: proto/finance/v1/invoice.proto


export interface PayInvoiceRequest__Input {
  'id'?: (string);
  'expectedRevision'?: (number);
  'amount'?: (number | string);
  'date'?: (string);
  'reference'?: (string);
  '_expectedRevision'?: "expectedRevision";
  '_date'?: "date";
  '_reference'?: "reference";
}

export interface PayInvoiceRequest {
  'id': (string);
  'expectedRevision'?: (number);
  'amount': (number);
  'date'?: (string);
  'reference'?: (string);
}

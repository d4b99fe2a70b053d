// Original file: proto/finance/v1/invoice.proto


export interface InvoicePayment__Input {
  'id'?: (string);
  'invoiceId'?: (string);
  'amount'?: (number | string);
  'date'?: (string);
  'reference'?: (string);
  'bankStatementId'?: (string);
  'bankLineId'?: (string);
  'createdAt'?: (string);
  'createdById'?: (string);
  'updatedAt'?: (string);
  'discount'?: (number | string);
  'creditNoteId'?: (string);
  'allocatedInvoiceId'?: (string);
  'invoiceNumber'?: (string);
  'creditNoteNumber'?: (string);
  'allocatedInvoiceNumber'?: (string);
  'bankStatementNumber'?: (string);
  'createdByName'?: (string);
  '_reference'?: "reference";
  '_bankStatementId'?: "bankStatementId";
  '_bankLineId'?: "bankLineId";
  '_creditNoteId'?: "creditNoteId";
  '_allocatedInvoiceId'?: "allocatedInvoiceId";
  '_invoiceNumber'?: "invoiceNumber";
  '_creditNoteNumber'?: "creditNoteNumber";
  '_allocatedInvoiceNumber'?: "allocatedInvoiceNumber";
  '_bankStatementNumber'?: "bankStatementNumber";
  '_createdByName'?: "createdByName";
}

export interface InvoicePayment {
  'id': (string);
  'invoiceId': (string);
  'amount': (number);
  'date': (string);
  'reference'?: (string);
  'bankStatementId'?: (string);
  'bankLineId'?: (string);
  'createdAt': (string);
  'createdById': (string);
  'updatedAt': (string);
  'discount': (number);
  'creditNoteId'?: (string);
  'allocatedInvoiceId'?: (string);
  'invoiceNumber'?: (string);
  'creditNoteNumber'?: (string);
  'allocatedInvoiceNumber'?: (string);
  'bankStatementNumber'?: (string);
  'createdByName'?: (string);
}

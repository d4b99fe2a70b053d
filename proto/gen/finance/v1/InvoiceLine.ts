// Original file: proto/finance/v1/invoice.proto


export interface InvoiceLine__Input {
  'id'?: (string);
  'invoiceId'?: (string);
  'salesOrderLineItemId'?: (string);
  'description'?: (string);
  'qty'?: (number | string);
  'unitPrice'?: (number | string);
  'amount'?: (number | string);
  'attributes'?: (string);
  '_salesOrderLineItemId'?: "salesOrderLineItemId";
  '_description'?: "description";
  '_qty'?: "qty";
  '_unitPrice'?: "unitPrice";
  '_amount'?: "amount";
}

export interface InvoiceLine {
  'id': (string);
  'invoiceId': (string);
  'salesOrderLineItemId'?: (string);
  'description'?: (string);
  'qty'?: (number);
  'unitPrice'?: (number);
  'amount'?: (number);
  'attributes': (string);
}

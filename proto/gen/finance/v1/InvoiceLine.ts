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
  'styleName'?: (string);
  'refId'?: (string);
  'color'?: (string);
  'size'?: (string);
  'discountPercent'?: (number | string);
  'taxRate'?: (number | string);
  '_salesOrderLineItemId'?: "salesOrderLineItemId";
  '_description'?: "description";
  '_qty'?: "qty";
  '_unitPrice'?: "unitPrice";
  '_amount'?: "amount";
  '_styleName'?: "styleName";
  '_refId'?: "refId";
  '_color'?: "color";
  '_size'?: "size";
  '_discountPercent'?: "discountPercent";
  '_taxRate'?: "taxRate";
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
  'styleName'?: (string);
  'refId'?: (string);
  'color'?: (string);
  'size'?: (string);
  'discountPercent'?: (number);
  'taxRate'?: (number);
}

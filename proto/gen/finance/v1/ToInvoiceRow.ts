// Original file: proto/finance/v1/report.proto


export interface ToInvoiceRow__Input {
  'salesOrderId'?: (string);
  'orderNumber'?: (string);
  'clientId'?: (string);
  'clientName'?: (string);
  'clientOrderNumber'?: (string);
  'salesOrderLineItemId'?: (string);
  'lineNumber'?: (number);
  'styleId'?: (string);
  'styleName'?: (string);
  'refId'?: (string);
  'skuId'?: (string);
  'color'?: (string);
  'size'?: (string);
  'description'?: (string);
  'shippedQty'?: (number | string);
  'invoicedQty'?: (number | string);
  'toInvoiceQty'?: (number | string);
  'unitPrice'?: (number | string);
  'discountPercent'?: (number | string);
  'amount'?: (number | string);
  'currency'?: (string);
  '_clientName'?: "clientName";
  '_clientOrderNumber'?: "clientOrderNumber";
  '_styleId'?: "styleId";
  '_styleName'?: "styleName";
  '_refId'?: "refId";
  '_skuId'?: "skuId";
  '_color'?: "color";
  '_size'?: "size";
  '_description'?: "description";
  '_unitPrice'?: "unitPrice";
  '_discountPercent'?: "discountPercent";
  '_amount'?: "amount";
}

export interface ToInvoiceRow {
  'salesOrderId': (string);
  'orderNumber': (string);
  'clientId': (string);
  'clientName'?: (string);
  'clientOrderNumber'?: (string);
  'salesOrderLineItemId': (string);
  'lineNumber': (number);
  'styleId'?: (string);
  'styleName'?: (string);
  'refId'?: (string);
  'skuId'?: (string);
  'color'?: (string);
  'size'?: (string);
  'description'?: (string);
  'shippedQty': (number);
  'invoicedQty': (number);
  'toInvoiceQty': (number);
  'unitPrice'?: (number);
  'discountPercent'?: (number);
  'amount'?: (number);
  'currency': (string);
}

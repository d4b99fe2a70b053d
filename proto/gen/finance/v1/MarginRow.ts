// Original file: proto/finance/v1/report.proto


export interface MarginRow__Input {
  'salesOrderId'?: (string);
  'orderNumber'?: (string);
  'orderDate'?: (string);
  'status'?: (string);
  'clientId'?: (string);
  'clientName'?: (string);
  'styleId'?: (string);
  'styleName'?: (string);
  'refId'?: (string);
  'description'?: (string);
  'qty'?: (number | string);
  'currency'?: (string);
  'revenue'?: (number | string);
  'materialCost'?: (number | string);
  'margin'?: (number | string);
  'marginPercent'?: (number | string);
  'problem'?: (string);
  'missing'?: (string);
  '_orderDate'?: "orderDate";
  '_clientName'?: "clientName";
  '_styleId'?: "styleId";
  '_styleName'?: "styleName";
  '_refId'?: "refId";
  '_description'?: "description";
  '_revenue'?: "revenue";
  '_materialCost'?: "materialCost";
  '_margin'?: "margin";
  '_marginPercent'?: "marginPercent";
  '_problem'?: "problem";
  '_missing'?: "missing";
}

export interface MarginRow {
  'salesOrderId': (string);
  'orderNumber': (string);
  'orderDate'?: (string);
  'status': (string);
  'clientId': (string);
  'clientName'?: (string);
  'styleId'?: (string);
  'styleName'?: (string);
  'refId'?: (string);
  'description'?: (string);
  'qty': (number);
  'currency': (string);
  'revenue'?: (number);
  'materialCost'?: (number);
  'margin'?: (number);
  'marginPercent'?: (number);
  'problem'?: (string);
  'missing'?: (string);
}

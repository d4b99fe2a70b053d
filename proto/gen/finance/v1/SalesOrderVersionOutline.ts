// Original file: proto/finance/v1/order.proto


export interface SalesOrderVersionOutline__Input {
  'versionNumber'?: (number);
  'createdAt'?: (string);
  'createdById'?: (string);
  'lineItemCount'?: (number);
  'totalAmount'?: (number | string);
  'createdByName'?: (string);
  '_createdByName'?: "createdByName";
}

export interface SalesOrderVersionOutline {
  'versionNumber': (number);
  'createdAt': (string);
  'createdById': (string);
  'lineItemCount': (number);
  'totalAmount': (number);
  'createdByName'?: (string);
}

// Original file: proto/finance/v1/purchase_order.proto


export interface BoughtForOrder__Input {
  'salesOrderId'?: (string);
  'orderNumber'?: (string);
  'qty'?: (string);
  'shippedQty'?: (string);
}

export interface BoughtForOrder {
  'salesOrderId': (string);
  'orderNumber': (string);
  'qty': (string);
  'shippedQty': (string);
}

// Original file: proto/finance/v1/purchase_order.proto


export interface ReceivedItem__Input {
  'id'?: (string);
  'qty'?: (string);
}

export interface ReceivedItem {
  'id': (string);
  'qty': (string);
}

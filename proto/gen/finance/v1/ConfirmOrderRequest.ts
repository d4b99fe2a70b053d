// Original file: proto/finance/v1/order.proto


export interface ConfirmOrderRequest__Input {
  'id'?: (string);
  'expectedRevision'?: (number);
  'override'?: (boolean);
  '_expectedRevision'?: "expectedRevision";
  '_override'?: "override";
}

export interface ConfirmOrderRequest {
  'id': (string);
  'expectedRevision'?: (number);
  'override'?: (boolean);
}

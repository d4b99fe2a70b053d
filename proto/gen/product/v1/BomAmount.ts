// Original file: proto/product/v1/bom.proto


export interface BomAmount__Input {
  'currency'?: (string);
  'amount'?: (number | string);
}

export interface BomAmount {
  'currency': (string);
  'amount': (number);
}

// Original file: proto/product/v1/exchange_rate.proto


export interface PutExchangeRatesRequest__Input {
  'rates'?: ({[key: string]: string});
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface PutExchangeRatesRequest {
  'rates': ({[key: string]: string});
  'expectedRevision'?: (number);
}

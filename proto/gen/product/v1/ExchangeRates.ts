// Original file: proto/product/v1/exchange_rate.proto


export interface ExchangeRates__Input {
  'rates'?: ({[key: string]: string});
  'updatedAt'?: (string);
  '_updatedAt'?: "updatedAt";
}

export interface ExchangeRates {
  'rates': ({[key: string]: string});
  'updatedAt'?: (string);
}

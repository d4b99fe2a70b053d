// Original file: proto/product/v1/exchange_rate.proto

import type { ExchangeRates__Input as _product_v1_ExchangeRates__Input, ExchangeRates as _product_v1_ExchangeRates } from '../../product/v1/ExchangeRates.ts';

export interface ExchangeRatesReply__Input {
  'record'?: (_product_v1_ExchangeRates__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface ExchangeRatesReply {
  'record': (_product_v1_ExchangeRates | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}

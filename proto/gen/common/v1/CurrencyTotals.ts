// Original file: proto/common/v1/common.proto

import type { AmountSum__Input as _common_v1_AmountSum__Input, AmountSum as _common_v1_AmountSum } from '../../common/v1/AmountSum.ts';

export interface CurrencyTotals__Input {
  'currency'?: (string);
  'count'?: (number);
  'sums'?: (_common_v1_AmountSum__Input)[];
  '_currency'?: "currency";
}

export interface CurrencyTotals {
  'currency'?: (string);
  'count': (number);
  'sums': (_common_v1_AmountSum)[];
}

// Original file: proto/common/v1/common.proto

import type { CurrencyTotals__Input as _common_v1_CurrencyTotals__Input, CurrencyTotals as _common_v1_CurrencyTotals } from '../../common/v1/CurrencyTotals.ts';

export interface ListTotals__Input {
  'count'?: (number);
  'byCurrency'?: (_common_v1_CurrencyTotals__Input)[];
}

export interface ListTotals {
  'count': (number);
  'byCurrency': (_common_v1_CurrencyTotals)[];
}

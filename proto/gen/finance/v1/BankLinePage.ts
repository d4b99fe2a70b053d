// Original file: proto/finance/v1/bank_statement.proto

import type { BankLine__Input as _finance_v1_BankLine__Input, BankLine as _finance_v1_BankLine } from '../../finance/v1/BankLine.ts';
import type { ListTotals__Input as _common_v1_ListTotals__Input, ListTotals as _common_v1_ListTotals } from '../../common/v1/ListTotals.ts';

export interface BankLinePage__Input {
  'data'?: (_finance_v1_BankLine__Input)[];
  'total'?: (number);
  'next'?: (string);
  'totals'?: (_common_v1_ListTotals__Input | null);
  '_next'?: "next";
}

export interface BankLinePage {
  'data': (_finance_v1_BankLine)[];
  'total': (number);
  'next'?: (string);
  'totals': (_common_v1_ListTotals | null);
}

// Original file: proto/finance/v1/bank_statement.proto

import type { BankStatement__Input as _finance_v1_BankStatement__Input, BankStatement as _finance_v1_BankStatement } from '../../finance/v1/BankStatement.ts';
import type { ListTotals__Input as _common_v1_ListTotals__Input, ListTotals as _common_v1_ListTotals } from '../../common/v1/ListTotals.ts';

export interface BankStatementPage__Input {
  'data'?: (_finance_v1_BankStatement__Input)[];
  'total'?: (number);
  'next'?: (string);
  'totals'?: (_common_v1_ListTotals__Input | null);
  '_next'?: "next";
}

export interface BankStatementPage {
  'data': (_finance_v1_BankStatement)[];
  'total': (number);
  'next'?: (string);
  'totals': (_common_v1_ListTotals | null);
}

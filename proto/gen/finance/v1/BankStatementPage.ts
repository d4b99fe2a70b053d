// Original file: proto/finance/v1/bank_statement.proto

import type { BankStatement__Input as _finance_v1_BankStatement__Input, BankStatement as _finance_v1_BankStatement } from '../../finance/v1/BankStatement.ts';

export interface BankStatementPage__Input {
  'data'?: (_finance_v1_BankStatement__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface BankStatementPage {
  'data': (_finance_v1_BankStatement)[];
  'total': (number);
  'next'?: (string);
}

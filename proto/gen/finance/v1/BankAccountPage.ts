// Original file: proto/finance/v1/bank_account.proto

import type { BankAccount__Input as _finance_v1_BankAccount__Input, BankAccount as _finance_v1_BankAccount } from '../../finance/v1/BankAccount.ts';

export interface BankAccountPage__Input {
  'data'?: (_finance_v1_BankAccount__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface BankAccountPage {
  'data': (_finance_v1_BankAccount)[];
  'total': (number);
  'next'?: (string);
}

// Original file: proto/finance/v1/bank_account.proto

import type { BankAccount__Input as _finance_v1_BankAccount__Input, BankAccount as _finance_v1_BankAccount } from '../../finance/v1/BankAccount.ts';

export interface BankAccountReply__Input {
  'record'?: (_finance_v1_BankAccount__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface BankAccountReply {
  'record': (_finance_v1_BankAccount | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}

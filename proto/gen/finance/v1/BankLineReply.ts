// Original file: proto/finance/v1/bank_statement.proto

import type { BankLine__Input as _finance_v1_BankLine__Input, BankLine as _finance_v1_BankLine } from '../../finance/v1/BankLine.ts';

export interface BankLineReply__Input {
  'record'?: (_finance_v1_BankLine__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface BankLineReply {
  'record': (_finance_v1_BankLine | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}

// Original file: proto/finance/v1/bank_statement.proto

import type { BankStatement__Input as _finance_v1_BankStatement__Input, BankStatement as _finance_v1_BankStatement } from '../../finance/v1/BankStatement.ts';

export interface BankStatementReply__Input {
  'record'?: (_finance_v1_BankStatement__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface BankStatementReply {
  'record': (_finance_v1_BankStatement | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}

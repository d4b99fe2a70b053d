// Original file: proto/finance/v1/bank_statement.proto

import type { ImportedBankLineOutcome__Input as _finance_v1_ImportedBankLineOutcome__Input, ImportedBankLineOutcome as _finance_v1_ImportedBankLineOutcome } from '../../finance/v1/ImportedBankLineOutcome.ts';

export interface ImportBankStatementsReply__Input {
  'statements'?: (string)[];
  'lines'?: (_finance_v1_ImportedBankLineOutcome__Input)[];
  'eventId'?: (string);
  'replayed'?: (boolean);
  'hint'?: (string);
  '_hint'?: "hint";
}

export interface ImportBankStatementsReply {
  'statements': (string)[];
  'lines': (_finance_v1_ImportedBankLineOutcome)[];
  'eventId': (string);
  'replayed': (boolean);
  'hint'?: (string);
}

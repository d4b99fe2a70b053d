// Original file: proto/finance/v1/bank_statement.proto

import type { BankLineSuggestion__Input as _finance_v1_BankLineSuggestion__Input, BankLineSuggestion as _finance_v1_BankLineSuggestion } from '../../finance/v1/BankLineSuggestion.ts';

export interface ImportedBankLineOutcome__Input {
  'line'?: (number);
  'status'?: (string);
  'id'?: (string);
  'duplicateOf'?: (string);
  'error'?: (string);
  'suggestions'?: (_finance_v1_BankLineSuggestion__Input)[];
  '_id'?: "id";
  '_duplicateOf'?: "duplicateOf";
  '_error'?: "error";
}

export interface ImportedBankLineOutcome {
  'line': (number);
  'status': (string);
  'id'?: (string);
  'duplicateOf'?: (string);
  'error'?: (string);
  'suggestions': (_finance_v1_BankLineSuggestion)[];
}

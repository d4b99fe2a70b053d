// Original file: proto/finance/v1/bank_statement.proto

import type { BankLineInput__Input as _finance_v1_BankLineInput__Input, BankLineInput as _finance_v1_BankLineInput } from '../../finance/v1/BankLineInput.ts';

export interface ImportedBankLine__Input {
  'line'?: (number);
  'statement'?: (number);
  'input'?: (_finance_v1_BankLineInput__Input | null);
}

export interface ImportedBankLine {
  'line': (number);
  'statement': (number);
  'input': (_finance_v1_BankLineInput | null);
}

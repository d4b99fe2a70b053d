// Original file: proto/finance/v1/bank_statement.proto

import type { BankStatementInput__Input as _finance_v1_BankStatementInput__Input, BankStatementInput as _finance_v1_BankStatementInput } from '../../finance/v1/BankStatementInput.ts';
import type { BankLineInput__Input as _finance_v1_BankLineInput__Input, BankLineInput as _finance_v1_BankLineInput } from '../../finance/v1/BankLineInput.ts';

export interface CreateBankStatementRequest__Input {
  'statement'?: (_finance_v1_BankStatementInput__Input | null);
  'lines'?: (_finance_v1_BankLineInput__Input)[];
}

export interface CreateBankStatementRequest {
  'statement': (_finance_v1_BankStatementInput | null);
  'lines': (_finance_v1_BankLineInput)[];
}

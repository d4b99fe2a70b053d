// Original file: proto/finance/v1/bank_statement.proto

import type { BankStatementInput__Input as _finance_v1_BankStatementInput__Input, BankStatementInput as _finance_v1_BankStatementInput } from '../../finance/v1/BankStatementInput.ts';
import type { ImportedBankLine__Input as _finance_v1_ImportedBankLine__Input, ImportedBankLine as _finance_v1_ImportedBankLine } from '../../finance/v1/ImportedBankLine.ts';

export interface ImportBankStatementsRequest__Input {
  'statements'?: (_finance_v1_BankStatementInput__Input)[];
  'lines'?: (_finance_v1_ImportedBankLine__Input)[];
}

export interface ImportBankStatementsRequest {
  'statements': (_finance_v1_BankStatementInput)[];
  'lines': (_finance_v1_ImportedBankLine)[];
}

// Original file: proto/finance/v1/bank_statement.proto

import type { BankStatementPatch__Input as _finance_v1_BankStatementPatch__Input, BankStatementPatch as _finance_v1_BankStatementPatch } from '../../finance/v1/BankStatementPatch.ts';

export interface UpdateBankStatementRequest__Input {
  'id'?: (string);
  'patch'?: (_finance_v1_BankStatementPatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateBankStatementRequest {
  'id': (string);
  'patch': (_finance_v1_BankStatementPatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}

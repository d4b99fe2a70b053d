// Original file: proto/finance/v1/bank_account.proto

import type { BankAccountInput__Input as _finance_v1_BankAccountInput__Input, BankAccountInput as _finance_v1_BankAccountInput } from '../../finance/v1/BankAccountInput.ts';

export interface UpdateBankAccountRequest__Input {
  'id'?: (string);
  'patch'?: (_finance_v1_BankAccountInput__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateBankAccountRequest {
  'id': (string);
  'patch': (_finance_v1_BankAccountInput | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}

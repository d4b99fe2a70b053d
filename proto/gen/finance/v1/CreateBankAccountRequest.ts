// Original file: proto/finance/v1/bank_account.proto

import type { BankAccountInput__Input as _finance_v1_BankAccountInput__Input, BankAccountInput as _finance_v1_BankAccountInput } from '../../finance/v1/BankAccountInput.ts';

export interface CreateBankAccountRequest__Input {
  'account'?: (_finance_v1_BankAccountInput__Input | null);
}

export interface CreateBankAccountRequest {
  'account': (_finance_v1_BankAccountInput | null);
}
